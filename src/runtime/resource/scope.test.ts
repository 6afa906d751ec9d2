import { expect, test } from 'vitest';
import { parseScope } from './scope.ts';

test('what systemd tells of a scope that the kernel ended at its limit', () => {
  expect(parseScope('Result=oom-kill\nMemoryPeak=104857600\nCPUUsageNSec=1500000000\n')).toEqual({
    cpuMs: 1500,
    peakKb: 102_400,
    nowKb: null,
    isOutOfMemory: true,
  });
});

test('a scope that is forgotten tells nothing: its largest number stands for none', () => {
  const text = 'Result=success\nMemoryPeak=[not set]\nCPUUsageNSec=18446744073709551615\n';
  expect(parseScope(text)).toEqual({ cpuMs: null, peakKb: null, nowKb: null, isOutOfMemory: false });
});

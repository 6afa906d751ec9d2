import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { INTERRUPT_FILE, realInterrupts } from '../../../src/runtime/files/real-interrupts.ts';

const swarmDir = mkdtempSync(join(tmpdir(), 'swarm-interrupts-'));
afterAll(() => rmSync(swarmDir, { recursive: true }));

test('an interrupt goes by the text that was answered, and another one stays', async () => {
  const interrupts = realInterrupts({ swarmDir });
  expect(await interrupts.ask('main is red')).toBe(true);
  expect(await interrupts.ask('again')).toBe(false);
  writeFileSync(join(swarmDir, INTERRUPT_FILE), 'the disk is full\n');
  await interrupts.ensureGone('main is red');
  expect(await interrupts.observe()).toBe('the disk is full');
  await interrupts.ensureGone('the disk is full');
  expect(await interrupts.observe()).toBeNull();
  await interrupts.ensureGone('the disk is full');
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

test.each([
  ['a named pipe', (path: string) => void execFileSync('mkfifo', [path])],
  ['a folder', (path: string) => mkdirSync(path)],
])(
  '%s in the place of the interrupt file asks for a stop too, and goes when it is answered',
  async (kind, make) => {
    const interrupts = realInterrupts({ swarmDir });
    make(join(swarmDir, INTERRUPT_FILE));
    const words = `The interrupt file is ${kind}: no reason can be read`;
    expect(await interrupts.observe()).toBe(words);
    await interrupts.ensureGone(words);
    expect(await interrupts.observe()).toBeNull();
  },
);

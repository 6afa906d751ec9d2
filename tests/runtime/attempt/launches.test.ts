import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Oddities } from '../../../src/runtime/agent-files/oddities.ts';
import { Launches } from '../../../src/runtime/attempt/launches.ts';
import { ODD_THINGS } from '../agent-files/odd-things.ts';

const REF = { sessionId: 's1', attempt: 1 };
const LAUNCH = { boot: 'b', input: null, workspace: null, launcher: null, server: null, isEnding: false };

test.each(Object.entries(ODD_THINGS).filter(([kind]) => !kind.startsWith('a folder')))(
  '%s in the place of the folder of launches keeps no session from its start',
  async (_, make) => {
    const swarmDir = mkdtempSync(join(tmpdir(), 'swarm-launches-'));
    onTestFinished(() => rmSync(swarmDir, { recursive: true, force: true }));
    const outside = join(swarmDir, 'theirs');
    writeFileSync(outside, 'theirs');
    const folder = join(swarmDir, 'launchers');
    await make(folder, outside);

    new Launches(folder, new Oddities()).save(REF, LAUNCH);
    expect(new Launches(folder, new Oddities()).listSessions()).toEqual(['s1']);
    expect(readFileSync(outside, 'utf8')).toBe('theirs');
  },
);

test('a folder of launches that is a link is not written through', () => {
  const swarmDir = mkdtempSync(join(tmpdir(), 'swarm-launches-'));
  onTestFinished(() => rmSync(swarmDir, { recursive: true, force: true }));
  const theirs = join(swarmDir, 'theirs');
  mkdirSync(theirs);
  ODD_THINGS['a link to a file outside']?.(join(swarmDir, 'launchers'), theirs);
  new Launches(join(swarmDir, 'launchers'), new Oddities()).save(REF, LAUNCH);
  expect(readdirSync(theirs)).toEqual([]);
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findPlan } from '../../../src/runtime/plan/find-plan.ts';

test('what lies in the place of a plan and is no plain file is said, with what it is', async () => {
  const plansDir = mkdtempSync(join(tmpdir(), 'swarm-find-plan-'));
  onTestFinished(() => rmSync(plansDir, { recursive: true, force: true }));
  const place = (name: string): string => {
    mkdirSync(join(plansDir, name), { recursive: true });
    return join(plansDir, name, 'plan.yaml');
  };
  execFileSync('mkfifo', [place('pipe')]);
  mkdirSync(place('folder'));
  symlinkSync('/dev/zero', place('device'));
  symlinkSync('nowhere', place('link'));
  const said = await Promise.all(
    ['pipe', 'folder', 'device', 'link', 'absent'].map(async (name) => {
      const found = await findPlan({ plansDir, cwd: plansDir }, name);
      return found.ok ? found.value.problems[0]?.problem : found.refusal.code;
    }),
  );
  expect(said).toEqual([
    'it is a named pipe and should be a plain file',
    'it is a folder and should be a plain file',
    'it is a device and should be a plain file',
    'it is a link that leads nowhere',
    'plan-not-found',
  ]);
});

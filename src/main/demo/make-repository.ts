import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';

const CONFIG = { cli: 'rehearsal', supervisor: { idleStop: '2m' } };

/** A throw-away git repository with one commit. Nothing of the person's own settings is read or changed. */
export function makeRepository(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'swarm-demo-')));
  writeFileSync(join(root, 'README.md'), '# A throw-away project\n');
  writeFileSync(join(root, 'swarm.config.json'), `${JSON.stringify(CONFIG, null, 2)}\n`);
  git(root, ['init', '-q', '-b', 'main']);
  git(root, ['add', '-A']);
  git(root, ['commit', '-qm', 'Begin']);
  return root;
}

function git(root: string, args: readonly string[]): void {
  const as = ['-c', 'user.name=demo', '-c', 'user.email=demo@example.invalid', '-c', 'commit.gpgsign=false'];
  try {
    execFileSync('git', [...as, ...args], { cwd: root, stdio: 'pipe' });
  } catch (cause) {
    throw new Fault('git-failed', `the demo could not make its repository: git ${args[0]} failed`, {
      hint: 'Is git installed? Debian: apt install git. macOS: xcode-select --install',
      cause,
    });
  }
}

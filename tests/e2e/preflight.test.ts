import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { smallPlan } from '../samples/small-plan.ts';
import { makeProject, type TestProject } from './project.ts';
import { startSilent } from './silent-mail.ts';
import { stage } from './staged-shells.ts';

const BUNDLE = new URL('../../dist/swarm.cjs', import.meta.url).pathname;

type Conflict = Readonly<{ kind: string; other: string; ours: string[] }>;
type Peer = Readonly<{ id: string; status: string; track: string | null }>;
type Preflight = Readonly<{
  self: Readonly<{ id: string; base_agent: string; files_reserved: string[] }>;
  active_sessions: readonly Peer[];
  conflicts: readonly Conflict[];
}>;

/** What a preflight says at a terminal of its own, where these keys are typed. */
function atTerminal({ root, env }: TestProject, types: string, ...words: string[]): string {
  const line = [process.execPath, BUNDLE, ...words].map((word) => `'${word}'`).join(' ');
  return execFileSync('script', ['-qec', `${line}; echo "exit $?"`, '/dev/null'], {
    cwd: root,
    env: { ...env, TERM: 'xterm' },
    input: types,
    encoding: 'utf8',
  });
}

test('the first to start is registered, and sees that no one else is at work', async () => {
  const { shell } = await stage();
  const one = shell();
  const ran = await one.swarm('preflight', '--name', 'BlueLake', '--track', 'cc-v2');
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  expect(ran.stdout).toMatch(/^BlueLake-\d{13} is at work here\nno active sessions\n$/);
  expect(await one.json('whoami')).toMatchObject({ base_agent: 'BlueLake', track: 'cc-v2' });
});

test('the second sees the first: track, claimed items, reserved files, and when it was seen', async () => {
  const { shell } = await stage();
  const [one, two] = [shell(), shell()];
  await one.swarm('preflight', '--name', 'BlueLake', '--track', 'cc-v2', '--files', 'src/api/**');
  await one.swarm('queue', 'add', 'Paint', '--id', 'bd-101');
  await one.swarm('queue', 'claim', 'bd-101');
  const { stdout } = await two.swarm('preflight', '--name', 'GreenCastle');
  expect(stdout).toMatch(/^┌─ ACTIVE SESSIONS ─+┐$/m);
  expect(stdout).toMatch(/^│ 🟢 BlueLake \(session \d\d:\d\d\) - active +│$/m);
  for (const line of [
    'Track: cc-v2',
    'Beads: bd-101 (in_progress)',
    'Files: src/api/**',
    'Last seen: just now',
  ])
    expect(stdout).toContain(`│    ${line} `);
});

test('the same track is a conflict, and so is a glob that can name the same file', async () => {
  const { shell } = await stage();
  const [one, two] = [shell(), shell()];
  await one.swarm('preflight', '--name', 'BlueLake', '--track', 'cc-v2', '--files', 'src/*/login.ts');
  const words = ['preflight', '--track', 'cc-v2', '--files', 'src/api/**,docs/**'];
  const ran = await two.swarm(...words, '--json');
  const { self, conflicts } = JSON.parse(ran.stdout) as Preflight;
  expect(conflicts.map(({ kind, ours }) => [kind, ours])).toEqual([
    ['track', ['cc-v2']],
    ['files', ['src/api/**']],
  ]);
  // What meets no one's is reserved all the same.
  expect(self.files_reserved).toEqual(['docs/**']);
  expect(ran.stderr).toContain('track conflict: BlueLake (session');
  const refused = await two.swarm(...words, '--on-conflict', 'switch');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is already on cc-v2')]);
});

test('an item that another has claimed is told with who claimed it', async () => {
  const { shell } = await stage();
  const [one, two] = [shell(), shell()];
  await one.swarm('join', '--name', 'BlueLake');
  await one.swarm('queue', 'add', 'Paint', '--id', 'bd-101');
  await one.swarm('queue', 'claim', 'bd-101');
  const ran = await two.swarm('preflight', '--items', 'bd-101');
  expect(ran.code).toBe(0);
  expect(ran.stderr).toMatch(/items conflict: bd-101 is claimed by BlueLake \(session \d\d:\d\d\)/);
  const claimed = await two.swarm('queue', 'claim', 'bd-101');
  expect(claimed.code).toBe(1);
  expect(claimed.stderr).toMatch(/bd-101 is claimed by BlueLake-\d+ since \d{4}-.+, until /);
});

test('at a terminal one that is stale is shown with what it holds, and can be left alone', async () => {
  const { project, later, shell } = await stage();
  const gone = shell();
  await gone.swarm('preflight', '--name', 'GreenCastle', '--files', 'skills/**');
  await gone.kill();
  later(12);
  const said = atTerminal(project, 'i\n', 'preflight', '--files', 'docs/**');
  expect(said).toContain('🟡 GreenCastle');
  expect(said).toContain('STALE SESSION DETECTED');
  expect(said).toMatch(/GreenCastle \(session \d\d:\d\d\) inactive for 12 minutes/);
  expect(said).toContain('Reserved files: skills/**');
  for (const choice of ['[T]ake over', '[W]ait', '[I]gnore']) expect(said).toContain(choice);
  expect(said).toContain('exit 0');
  expect((await project.swarm('reservations')).stdout).toContain('skills/**');
});

test('a takeover accepted at a terminal makes items ready and releases what was reserved', async () => {
  const { project, later, shell, worktree } = await stage();
  const gone = shell(worktree('gone'));
  await gone.swarm('preflight', '--name', 'GreenCastle', '--files', 'skills/**');
  await gone.swarm('queue', 'add', 'Paint', '--id', 'bd-201');
  await gone.swarm('queue', 'claim', 'bd-201', '--lease', '2h');
  await gone.kill();
  later(12);
  const said = atTerminal(project, 't\n', 'preflight', '--files', 'skills/api/**');
  expect(said).toMatch(/GreenCastle-\d+ was taken over/);
  expect(said).toContain('exit 0');
  expect(await project.json('queue', 'show', 'bd-201')).toMatchObject({ status: 'ready', holder: null });
  expect((await project.swarm('reservations')).stdout).not.toContain('skills/**');
});

test('at a terminal a conflict is asked about: go on, another track, or nothing', async () => {
  const { project, shell } = await stage();
  await shell().swarm('preflight', '--name', 'BlueLake', '--track', 'cc-v2');
  const words = ['preflight', '--track', 'cc-v2'];
  const proceeded = atTerminal(project, 'p\n', ...words);
  expect(proceeded).toContain('CONFLICTS DETECTED');
  for (const choice of ['[P]roceed', '[S]witch', '[W]ait']) expect(proceeded).toContain(choice);
  expect(proceeded).toContain('exit 0');
  expect(atTerminal(project, 's\nanother\n', ...words)).toContain('exit 0');
  expect((await project.json<{ participants: Peer[] }>('participants')).participants).toMatchObject([
    { track: 'cc-v2' },
    { track: 'cc-v2' },
    { track: 'another' },
  ]);
  expect(atTerminal(project, 's\n\n', ...words)).toContain('exit 1');
});

test('start, plan run and loop look by themselves; reads, create and plan new do not', async () => {
  const { project, shell } = await stage();
  const [one, two] = [shell(), shell()];
  for (const each of [one, two]) await each.swarm('join', '--track', 'sign-up');
  project.write('.swarm/plans/sign-up/plan.yaml', smallPlan('sign-up'));
  const played = ['--cli', 'rehearsal'];
  const looks = async (...words: string[]): Promise<boolean> =>
    (await two.swarm(...words)).stderr.includes('track conflict');
  for (const words of [
    ['start', 'development', 'Build it', '--detach', ...played],
    ['plan', 'run', 'sign-up', '--yes', ...played],
    ['loop', '--agent', 'rehearsal', '--detach'],
  ])
    expect([words, await looks(...words)]).toEqual([words, true]);
  for (const words of [
    ['--set', 'preflight=off', 'start', 'development', 'Build it', '--detach', ...played],
    ['plan', 'new', 'other', '--from', project.write('tasks.md', '- [ ] A page for signing up\n')],
    ['plan', 'show', 'sign-up'],
    ['list'],
    ['create', 'developer', '-m', 'Build it', ...played],
  ]) {
    const ran = await two.swarm(...words);
    expect([words, ran.code, ran.stderr]).toEqual([words, 0, expect.not.stringContaining('track conflict')]);
  }
  const { participants } = await one.json<{ participants: { kind: string }[] }>('participants');
  expect(participants.filter(({ kind }) => kind === 'joined')).toHaveLength(2);
});

test('ten preflights at once under one name are ten participants, and one has the files', async () => {
  const { shell, project } = await stage();
  const ten = Array.from({ length: 10 }, () => shell());
  const seen = await Promise.all(
    ten.map((one) => one.json<Preflight>('preflight', '--name', 'BlueLake', '--files', 'src/**')),
  );
  expect(new Set(seen.map(({ self }) => self.id)).size).toBe(10);
  const { participants } = await project.json<{ participants: { files_reserved: string[] }[] }>(
    'participants',
  );
  expect(participants).toHaveLength(10);
  expect(participants.filter(({ files_reserved: files }) => files.includes('src/**'))).toHaveLength(1);
  const again = await shell().json<Preflight>('preflight', '--files', 'src/api.ts');
  expect([again.active_sessions.length, again.conflicts.length]).toEqual([10, 1]);
});

test('one silent for thirty minutes ends by itself, and what it held is free', async () => {
  const { shell, later, worktree } = await stage();
  const [gone, two] = [shell(worktree('gone')), shell()];
  await gone.swarm('preflight', '--name', 'GreenCastle', '--files', 'src/**');
  await gone.swarm('queue', 'add', 'Paint', '--id', 'bd-201');
  await gone.swarm('queue', 'claim', 'bd-201', '--lease', '2h');
  await gone.kill();
  later(31);
  const seen = await two.json<Preflight>('preflight', '--files', 'src/api/**', '--items', 'bd-201');
  expect([seen.active_sessions, seen.conflicts]).toEqual([[], []]);
  expect(seen.self.files_reserved).toEqual(['src/api/**']);
  expect((await two.swarm('queue', 'claim', 'bd-201')).code).toBe(0);
});

test.each([
  [['--track', ''], '--track'],
  [['--files', '../outside/**'], 'outside'],
  [['--name', 'a/b'], '--name'],
  [['--on-stale', 'kill'], '--on-stale'],
])('a preflight with %j is refused by name, and registers no one', async (words, part) => {
  const project = await makeProject();
  const ran = await project.swarm('preflight', ...words);
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining(part)]);
  expect((await project.json<{ participants: unknown[] }>('participants')).participants).toEqual([]);
});

test('a mail server and a bd that are slow cost three seconds and hold up no work', async () => {
  const url = await startSilent();
  const { project, shell } = await stage({ mail: { outsideUrl: url }, queue: { source: 'beads' } });
  chmodSync(project.write('../bin/bd', '#!/bin/sh\nexec sleep 60\n'), 0o755);
  const path = { PATH: `${join(project.root, '../bin')}:${project.env.PATH}` };
  await shell().swarm(
    '--set',
    'mail.outsideUrl=',
    '--set',
    'queue.source=swarm',
    'join',
    '--name',
    'BlueLake',
  );
  const began = performance.now();
  const ran = await project.swarmWith({ env: path }, 'preflight', '--name', 'GreenCastle');
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('🟢 BlueLake')]);
  expect(performance.now() - began).toBeGreaterThan(2_900);
  expect(ran.stderr).toContain('the outside mail server gave no answer in time; work goes on without it');
  expect(ran.stderr).toContain('bd did not answer within');
});

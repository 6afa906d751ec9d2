import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commitHookLines, toolCallHook } from '../../../src/domain/reservation/hook-script.ts';
import {
  type DrawnReservation,
  type HookMode,
  renderReservationFile,
} from '../../../src/views/reservation-file.ts';

let base: string;
let project: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "swarm-hook it's-")));
  project = join(base, 'project');
  execFileSync('git', ['init', '--quiet', project]);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const drawn = () => join(base, 'held');
const BLUE_LAKE: DrawnReservation = {
  glob: 'src/api/**',
  createdAt: Date.UTC(2026, 0, 1, 10, 30),
  expiresAt: Date.now() + 71.5 * 60_000,
  holderId: 'BlueLake-1735689600123',
  holder: 'BlueLake (session 10:30)',
  conversationId: 'c-1',
  pid: null,
};

function draw(mode: HookMode, ...held: Partial<DrawnReservation>[]): void {
  const all = held.map((one) => ({ ...BLUE_LAKE, ...one }));
  writeFileSync(drawn(), renderReservationFile(mode, all, { ignoreCase: false }));
}

type Input = Readonly<{ file: string; tool?: object; conversation?: string; env?: Record<string, string> }>;

/** What the hook says to a tool call, as the CLI would read it; null when it says nothing. */
function call({ file, tool = {}, conversation = 'c-2', env = {} }: Input) {
  const input = JSON.stringify({
    session_id: conversation,
    cwd: project,
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: { ...tool, file_path: file },
  });
  const { stdout, stderr, status } = spawnSync('sh', ['-c', toolCallHook(drawn())], {
    input,
    env: { PATH: process.env.PATH, ...env },
  });
  expect([status, stderr.toString()]).toEqual([0, '']);
  return stdout.length === 0 ? null : JSON.parse(stdout.toString());
}

const SAID =
  'src/api/users.ts is reserved by BlueLake (session 10:30) ' +
  '(src/api/**, since 10:30 UTC, for another 1 h 12 min). ' +
  'Work on something else, or wait until it is released: "swarm reservations" shows who holds what.';

test('a call that would change a reserved file is denied, with the holder and the time left', () => {
  draw('block', {});
  expect(call({ file: join(project, 'src/api/users.ts') })).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: SAID,
    },
  });
});

test('one without an end of its own holds as long as its holder is at work', () => {
  draw('block', { expiresAt: null });
  const answer = call({ file: 'src/api/users.ts' });
  expect(answer.hookSpecificOutput.permissionDecisionReason).toContain('UTC, as long as it is at work).');
});

test('with warn the call goes on, and person and model are told', () => {
  draw('warn', {});
  expect(call({ file: 'src/api/users.ts' })).toEqual({
    systemMessage: SAID,
    hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: SAID },
  });
});

test('a linked worktree has the same paths', () => {
  const [git, tree] = [['-C', project], join(base, 'tree')];
  execFileSync('git', [
    ...git,
    '-c',
    'user.name=a',
    '-c',
    'user.email=a',
    'commit',
    '-q',
    '--allow-empty',
    '-m',
    'x',
  ]);
  execFileSync('git', [...git, 'worktree', 'add', '--quiet', tree]);
  draw('block', {});
  expect(call({ file: join(tree, 'src/x/../api/users.ts') })).not.toBeNull();
  expect(call({ file: join(tree, 'src/users.ts') })).toBeNull();
});

test.each<[string, () => void, Partial<Input>]>([
  ['another file', () => draw('block', {}), { file: 'src/main.ts' }],
  ['a file of another repository', () => draw('block', {}), { file: '/nowhere/src/api/users.ts' }],
  ['its own conversation', () => draw('block', {}), { conversation: 'c-1' }],
  ['its own session', () => draw('block', { holderId: 's-1' }), { env: { SWARM_SESSION_ID: 's-1' } }],
  ['itself by name', () => draw('block', {}), { env: { SWARM_PARTICIPANT: 'BlueLake-1735689600123' } }],
  ['a reservation that has run out', () => draw('block', { expiresAt: Date.now() - 2_000 }), {}],
  ['no reservation at all', () => draw('block'), {}],
  ['no file of them', () => {}, {}],
])('the hook says nothing about %s', (_, prepare, input) => {
  prepare();
  expect(call({ file: join(project, 'src/api/users.ts'), ...input })).toBeNull();
});

test('what a file holds, or how it is called, does not fool the hook', () => {
  draw('block', { glob: 'a "b" \\\\ c.md', holder: 'Q"uote\\d' });
  const content = `{"file_path": "src/main.ts"}\n\\"file_path\\":\\"x\\"${'y'.repeat(3_000_000)}`;
  const answer = call({ file: join(project, 'a "b" \\ c.md'), tool: { content } });
  expect(answer.hookSpecificOutput.permissionDecisionReason).toContain(
    'a "b" \\ c.md is reserved by Q"uote\\d',
  );
});

test('every kind of wildcard means the same as elsewhere', () => {
  draw('block', { glob: 'l[!a]b/{x,y}?/**/*.t[st]' });
  expect(call({ file: join(project, 'lib/x1/deep/er/a.ts') })).not.toBeNull();
  expect(call({ file: join(project, 'lab/x1/deep/er/a.ts') })).toBeNull();
  draw('block', { glob: 'docs/\u00fcber?.md' });
  expect(call({ file: join(project, 'docs/\u00fcber\u00e9.md') })).not.toBeNull();
});

function commit(mode: HookMode, held: Partial<DrawnReservation>, file: string) {
  draw(mode, held);
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), 'x\n');
  execFileSync('git', ['-C', project, 'add', '--all']);
  const hook = join(project, '.git/hooks/pre-commit');
  writeFileSync(hook, `#!/bin/sh\n${commitHookLines(drawn())}\n`, { mode: 0o755 });
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a'];
  const { status, stderr } = spawnSync('git', ['-C', project, ...identity, 'commit', '-qm', 'x'], {
    env: { PATH: process.env.PATH, HOME: base },
  });
  return { status, said: stderr.toString() };
}

test('a commit of a reserved file is refused, or only told', () => {
  const { status, said } = commit('block', {}, 'src/api/a file.ts');
  expect(status).toBe(1);
  expect(said).toContain('src/api/a file.ts is reserved by BlueLake (session 10:30)');
  expect(said).toContain('nothing was committed');
  expect(commit('warn', {}, 'src/api/a file.ts')).toEqual({
    status: 0,
    said: expect.stringContaining('is reserved'),
  });
});

test('the holder commits what it has reserved, known by a process above', () => {
  expect(commit('block', { pid: process.pid }, 'src/api/a.ts')).toEqual({ status: 0, said: '' });
});

test('a drawn file of a gigabyte with a hole is read in part, and holds no commit up', () => {
  writeFileSync(drawn(), '');
  truncateSync(drawn(), 1024 ** 3);
  writeFileSync(join(project, 'a.txt'), 'x');
  execFileSync('git', ['-C', project, 'add', 'a.txt']);
  const bounded = `ulimit -v 400000; ${commitHookLines(drawn())}`;
  const ran = spawnSync('sh', ['-c', bounded], { cwd: project, env: { PATH: process.env.PATH } });
  expect([ran.status, ran.stderr.toString()]).toEqual([0, '']);
});

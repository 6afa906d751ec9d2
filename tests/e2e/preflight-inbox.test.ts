import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject } from './project.ts';

type Detected = Readonly<{
  active_sessions: readonly Readonly<{ id: string; status: string }>[];
  conflicts: readonly Readonly<{ kind: string; other: string; text: string }>[];
  recommendations: readonly Readonly<{ action: string }>[];
}>;

const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;

const inbox = () => [
  {
    from: 'BlueLake',
    subject: '[HEARTBEAT]',
    body_md: 'Track: cc-v2\nBeads: bd-101\nFiles: src/api/**',
    created_ts: new Date(Date.now() - 120_000).toISOString(),
  },
  { sender: 'GreenCastle', subject: '[SESSION START] auto-orchestrate', created_ts: secondsAgo(720) },
  { from: 'OldOak', subject: '[HEARTBEAT]', created_ts: secondsAgo(1_900) },
  { from: 'RedFox', subject: '[SESSION END]', created_ts: secondsAgo(5) },
];

/** A folder that belongs to no project. */
function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'swarm-nowhere-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('an inbox on stdin becomes sessions, conflicts and recommendations, without a project', async () => {
  const project = await makeProject();
  const words = ['preflight', 'detect', '--inbox-json', '-', '--track', 'cc-v2', '--files', 'src/*/users.ts'];
  const given = { stdin: JSON.stringify(inbox()), cwd: emptyFolder() };
  const ran = await project.swarmWith(given, ...words);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const { active_sessions: sessions, conflicts, recommendations } = JSON.parse(ran.stdout) as Detected;
  expect(sessions.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'BlueLake active',
    'GreenCastle stale',
  ]);
  expect(conflicts.map(({ kind, other }) => `${kind} ${other}`)).toEqual([
    'track BlueLake',
    'files BlueLake',
  ]);
  expect(recommendations.map(({ action }) => action)).toEqual(['switch', 'wait', 'take-over']);
  expect((await project.swarmWith(given, ...words, '--json')).stdout).toBe(ran.stdout);
});

test('what detect prints is drawn as a box, with plain characters where they are asked for', async () => {
  const project = await makeProject();
  const detected = await project.swarm('preflight', 'detect', '--inbox-json', JSON.stringify(inbox()));
  const draw = ['preflight', 'format-sessions', '--sessions-json', '-'];
  const drawn = await project.swarmWith({ stdin: detected.stdout }, ...draw);
  expect(drawn.stdout).toMatch(/^┌─ ACTIVE SESSIONS ─+┐\n/);
  expect(drawn.stdout).toMatch(/│ 🟢 BlueLake \(session \d\d:\d\d\) - active {2,}│/);
  expect(drawn.stdout).toMatch(/│ 🟡 GreenCastle \(session \d\d:\d\d\) - stale \(12 min\) +│/);
  for (const env of [{ NO_COLOR: '1' }, { LC_ALL: 'C' }, { LANG: 'de_DE.ISO-8859-1' }]) {
    const plain = await project.swarmWith({ stdin: detected.stdout, env }, ...draw);
    expect(plain.stdout).toMatch(/^[\x20-\x7e\n]+$/);
  }
  expect((await project.swarmWith({ stdin: detected.stdout }, ...draw, '--plain')).stdout).toMatch(
    /^\+- ACTIVE/,
  );
});

test.each([
  ['not a list of mails', '{"a":1}'],
  ['none of 1 entries is a mail', '[[]]'],
  ['not JSON', '<html>'],
  ['nothing on stdin', ''],
  ['not text (byte 0)', '\u0000'],
  ['more than 8 MB on stdin', '['.repeat(10_000_000)],
  ['not JSON', '['.repeat(100_000)],
])('what is no inbox is refused with the reason: %s', async (problem, stdin) => {
  const project = await makeProject();
  const detected = await project.swarmWith({ stdin }, 'preflight', 'detect', '--inbox-json', '-');
  expect(detected).toMatchObject({ code: 1, stdout: '' });
  expect(detected.stderr).toContain(`--inbox-json: ${problem}`);
  const drawn = await project.swarmWith({ stdin }, 'preflight', 'format-sessions', '--sessions-json', '-');
  expect(drawn).toMatchObject({ code: 1, stdout: '' });
  expect(drawn.stderr).toContain('--sessions-json: ');
});

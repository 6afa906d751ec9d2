import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attemptsOf } from './living.ts';
import { create, makeProject, type TestProject } from './project.ts';

const AS = '-c user.name=t -c user.email=t@example.invalid';

type Status = Readonly<{
  session_id: string;
  status: string;
  title: string;
  continues: string | null;
  continued_by: string | null;
  worktree: { path: string; branch: string } | null;
}>;
type SentMessage = Readonly<{ to: string; continues: string | null }>;

const words = (...steps: string[]): string =>
  `\`\`\`rehearsal\n${steps.map((step) => `- ${step}`).join('\n')}\n\`\`\``;
const status = (project: TestProject, id: string): Promise<Status> => project.json<Status>('status', id);
const finish = async (project: TestProject, id: string): Promise<void> =>
  expect((await project.swarm('wait', id, '--timeout', '50s')).code).toBe(0);
const conversationOf = (project: TestProject, id: string) => attemptsOf(project, id)[0]?.conversation;

test('what has ended goes on: one successor, the same conversation, workspace and title', async () => {
  const project = await makeProject();
  const steps = [
    `run: echo one > one.txt; git add .; git ${AS} commit -qm "Add one"`,
    'write: {path: two.txt, text: "two\\n"}',
  ];
  const first = await create(project, steps, '--workspace', '--title', 'Add files');
  await finish(project, first);
  const before = await status(project, first);

  // Two at once begin one successor, and both are in it. It must not end before the second is heard.
  expect((await project.swarm('pause', '--all')).code).toBe(0);
  const append = (text: string) => words(`run: echo ${text} >> said.txt`);
  const [one, other] = await Promise.all([
    project.json<SentMessage>('send', first, append('left')),
    project.json<SentMessage>('send', first, append('right')),
  ]);
  const second = one.to;
  expect(other.to).toBe(second);
  expect([one.continues, other.continues]).toEqual([first, first]);
  expect((await project.swarm('unpause')).code).toBe(0);
  await finish(project, second);
  const after = await status(project, second);
  expect(after).toMatchObject({ title: 'Add files', continues: first, worktree: before.worktree });
  expect(await status(project, first)).toMatchObject({ status: 'COMPLETED', continued_by: second });
  expect(conversationOf(project, second)).toBe(conversationOf(project, first));
  const said = readFileSync(join(after.worktree?.path ?? '', 'said.txt'), 'utf8');
  expect(said.trim().split('\n').sort()).toEqual(['left', 'right']);
  expect((await project.swarm('status', first)).stdout).toContain(`Continued by: ${second}\n`);
  const { sessions } = await project.json<{ sessions: Status[] }>('list');
  expect(sessions.find(({ session_id }) => session_id === first)?.continued_by).toBe(second);

  // Put away, it is made again from its branch and what was rescued.
  expect((await project.swarm('clean', '--yes')).code).toBe(0);
  expect(existsSync(after.worktree?.path ?? '')).toBe(false);
  const { to: third, continues } = await project.json<SentMessage>('send', first, append('again'));
  expect(continues).toBe(second);
  await finish(project, third);
  const { path = '' } = (await status(project, third)).worktree ?? {};
  const inside = (file: string) => readFileSync(join(path, file), 'utf8');
  expect([inside('one.txt'), inside('two.txt')]).toEqual(['one\n', 'two\n']);
  expect(inside('said.txt').trim().split('\n')).toHaveLength(3);
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: path, env: project.env });
  expect(changed.toString()).toBe('?? said.txt\n?? two.txt\n');

  // All of them worked on one branch, and any of their ids merges it.
  expect((await project.swarm('merge', first)).stdout).toContain('✅ Merged into main');
  expect(readFileSync(join(project.root, 'one.txt'), 'utf8')).toBe('one\n');

  // A fork has a branch of its own, and an agent that cannot branch off is told what is known.
  const forked = await project.json<Readonly<{ session_id: string; branch: string }>>(
    'fork',
    third,
    'Try another way.',
  );
  await finish(project, forked.session_id);
  expect(forked.branch).toBe(`swarm/${forked.session_id}`);
  const folder = join(project.paths.sessionsDir, forked.session_id, 'attempts', '1');
  const prompt = readFileSync(join(folder, 'prompt.md'), 'utf8');
  expect(prompt).toContain('An earlier session worked on this task');
  expect(prompt).toContain('Now you are told:\n\nTry another way.');
  expect(await status(project, third)).toMatchObject({ continued_by: null });
});

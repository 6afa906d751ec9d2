import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { stage } from './staged-shells.ts';

type Identity = Readonly<{ id: string }>;
type TakeoverAnswer = Readonly<{
  taken: boolean;
  rescue: string | null;
  reserved: string[];
  items: string[];
}>;

test('a participant that is quiet in every way is taken over, and what it held is free', async () => {
  const { project, later, worktree, shell } = await stage();
  const folder = worktree('first');
  const [first, second] = [shell(folder), shell()];
  const { id } = await first.json<Identity>('join', '--name', 'GreenCastle');
  expect((await first.swarm('reserve', 'src/**')).code).toBe(0);
  expect((await first.swarm('queue', 'add', 'Paint the fence', '--id', 'bd-201')).code).toBe(0);
  expect((await first.swarm('queue', 'claim', 'bd-201')).code).toBe(0);
  writeFileSync(join(folder, 'draft.md'), 'half done\n');
  const { id: taker } = await second.json<Identity>('join', '--name', 'BlueLake');
  const early = await second.swarm('take-over', id, '--yes');
  expect(early.code).toBe(1);
  expect(early.stderr).toContain('a word from it within');
  await first.kill();

  later(12);
  const look = await second.json<TakeoverAnswer>('take-over', id);
  expect(look).toMatchObject({ taken: false, reserved: ['src/**'] });
  const taken = await second.json<TakeoverAnswer>('take-over', id, '--yes');
  expect(taken).toMatchObject({ taken: true, items: ['bd-201'], rescue: `${id}/1` });
  expect((await second.swarm('rescue', 'show', taken.rescue ?? '')).stdout).toContain('draft.md');
  expect(readFileSync(join(folder, 'draft.md'), 'utf8')).toBe('half done\n');
  expect((await second.swarm('reserve', 'src/api.ts')).code).toBe(0);
  expect((await second.swarm('queue', 'claim', 'bd-201')).code).toBe(0);

  const env = { SWARM_PARTICIPANT: id };
  const late = await project.swarmWith({ env }, 'reserve', 'docs/**');
  expect(late.code).toBe(1);
  expect(late.stderr).toContain(`${id} was taken over by ${taker}`);
});

test('preflight takes over from one that is stale, where it is told to', async () => {
  const { later, shell } = await stage();
  const [first, second] = [shell(), shell()];
  const { id } = await first.json<Identity>('join');
  await first.swarm('reserve', 'src/**');
  await first.kill();
  later(12);
  const ran = await second.swarm('preflight', '--files', 'src/api/**', '--on-stale', 'take-over');
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain(`${id} was taken over by`);
});

test('a stale one in the way of a reservation becomes a question, whose answer takes over', async () => {
  const { project, later, shell } = await stage();
  const [first, second] = [shell(), shell()];
  const { id } = await first.json<Identity>('join', '--name', 'GreenCastle');
  await first.swarm('reserve', 'src/**');
  await first.kill();
  later(12);
  const { id: taker } = await second.json<Identity>('join', '--name', 'BlueLake');
  for (const _ of ['once', 'again']) expect((await second.swarm('reserve', 'src/api.ts')).code).toBe(1);
  const { questions } = await second.json<{ questions: { id: string; kind: string; text: string }[] }>(
    'questions',
  );
  expect(questions).toMatchObject([
    { kind: 'takeover', text: expect.stringContaining(`what ${taker} wants`) },
  ]);
  expect((await second.swarm('answer', questions[0]?.id ?? '', 'take over')).code).toBe(0);
  await vi.waitFor(async () => expect((await second.swarm('reserve', 'src/api.ts')).code).toBe(0), {
    timeout: 20_000,
  });
  const { mails } = await second.json<{ mails: { subject: string }[] }>('mail', 'inbox');
  expect(mails).toMatchObject([{ from: 'swarm', subject: `${id} was taken over` }]);
  expect((await project.swarm('questions')).stdout).toContain('No open questions');
});

test('one whose shell lives is never taken over, however long it is silent', async () => {
  const { later, shell } = await stage();
  const [first, second] = [shell(), shell()];
  const { id } = await first.json<Identity>('join');
  later(300);
  await second.json('join');
  const refused = await second.swarm('take-over', id, '--yes');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('its process may still be alive');
});

test('of ten that take over at once one does, and nine hear who it was', async () => {
  const { later, shell } = await stage();
  const first = shell();
  const { id } = await first.json<Identity>('join');
  await first.swarm('reserve', 'src/**');
  await first.kill();
  later(12);
  const others = Array.from({ length: 10 }, () => shell());
  const ids = await Promise.all(others.map(async (one) => (await one.json<Identity>('join')).id));
  const tried = await Promise.all(others.map((one) => one.swarm('take-over', id, '--yes')));
  const winner = ids[tried.findIndex(({ code }) => code === 0)];
  expect(tried.filter(({ code }) => code === 0)).toHaveLength(1);
  for (const { code, stderr } of tried) {
    if (code !== 0) expect(stderr).toContain(`${id} was taken over by ${winner}`);
  }
});

test('a hook of git minds reservations beside that of the person, which comes back as it was', async () => {
  const { project, git, worktree, shell } = await stage({ reservations: { enforce: 'block' } });
  const hook = join(project.root, '.git/hooks/pre-commit');
  writeFileSync(hook, '#!/bin/sh\necho ran >>"$GIT_DIR/own-hook"\n');
  chmodSync(hook, 0o750);
  const [first, second] = [shell(), shell(worktree('second'))];
  const { id } = await first.json<Identity>('join', '--name', 'BlueLake');
  await first.swarm('reserve', 'src/api/**', '--for', '2h');
  expect((await first.swarm('reservations', 'install-hook')).stdout).toContain('Your own hook runs first');

  const folder = join(project.root, '..', 'second');
  await second.json('join');
  execFileSync('mkdir', ['-p', join(folder, 'src/api')]);
  writeFileSync(join(folder, 'src/api/login.ts'), 'x\n');
  git(folder, 'add', '--all');
  expect(() => git(folder, 'commit', '-qm', 'x')).toThrow(/src\/api\/login\.ts is reserved by BlueLake/);
  await first.swarm('release', '--all');
  git(folder, 'commit', '-qm', 'x');
  expect(readFileSync(join(project.root, '.git/worktrees/second/own-hook'), 'utf8')).toContain('ran');

  expect((await first.swarm('reservations', 'uninstall-hook')).stdout).toContain('your own hook is back');
  expect(readFileSync(hook, 'utf8')).toBe('#!/bin/sh\necho ran >>"$GIT_DIR/own-hook"\n');
  expect(statSync(hook).mode & 0o777).toBe(0o750);
  expect(existsSync(`${hook}.before-swarm`)).toBe(false);
  expect(id).toMatch(/^BlueLake-/);
});

test('files that will not merge are found between two at work, before either of them is done', async () => {
  const { git, worktree, shell } = await stage();
  const [one, two] = [worktree('one'), worktree('two')];
  const [first, second] = [shell(one), shell(two)];
  const ids = [(await first.json<Identity>('join')).id, (await second.json<Identity>('join')).id];
  expect((await first.swarm('conflicts')).stdout).toBe('Everything at work merges\n');
  writeFileSync(join(one, 'shared.md'), 'one way\n');
  git(one, 'add', '--all');
  git(one, 'commit', '-qm', 'One way');
  writeFileSync(join(two, 'shared.md'), 'another way\n');
  const found = await second.json<{ conflicts: unknown[] }>('conflicts');
  expect(found.conflicts).toEqual([{ participants: ids.toSorted(), files: ['shared.md'] }]);
});

test('preflight takes over from one that is quiet, and only warns of one that lives', async () => {
  const { later, shell, worktree } = await stage();
  const [gone, alive, third] = [shell(worktree('gone')), shell(), shell()];
  const { id } = await gone
    .json<Identity>('preflight', '--name', 'GreenCastle', '--files', 'src/**')
    .then(({ self }: Readonly<{ self?: Identity }> & Identity) => self ?? { id: '' });
  await alive.json('join', '--name', 'BlueLake');
  await gone.kill();
  later(12);
  const ran = await third.swarm('preflight', '--on-stale', 'take-over', '--files', 'src/api/**');
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain(id);
  expect(ran.stderr).toContain('its process may still be alive');
  const { participants } = await third.json<{ participants: { id: string; files_reserved: string[] }[] }>(
    'participants',
  );
  expect(participants.map((one) => one.id)).not.toContain(id);
  expect(participants.at(-1)?.files_reserved).toEqual(['src/api/**']);
});

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { create, makeProject, type TestProject } from './project.ts';

const BUNDLE = new URL('../../dist/swarm.cjs', import.meta.url).pathname;
const AS = '-c user.name=t -c user.email=t@example.invalid';

type Reviews = Readonly<{ reviews: readonly Readonly<{ session_id: string; work: unknown }>[] }>;

const git = ({ root, env }: TestProject, ...words: string[]): string =>
  execFileSync('git', words, { cwd: root, env, encoding: 'utf8' }).trim();

/** A session that committed one file and told a result. */
async function work(project: TestProject, file: string): Promise<string> {
  const steps = [
    `run: echo ${file} > ${file}.txt; git add .; git ${AS} commit -qm "Add ${file}"`,
    `result: {summary: "${file} is there"}`,
  ];
  const id = await create(project, steps, '--workspace', '--title', `Add the ${file}`);
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  return id;
}

const ready = async (project: TestProject): Promise<readonly string[]> =>
  (await project.json<Reviews>('review')).reviews.map(({ session_id }) => session_id);

test('finished work is listed, taken, sent back with words on lines, or dropped to a rescue', async () => {
  const project = await makeProject();
  const [taken, back, dropped] = [
    await work(project, 'gate'),
    await work(project, 'fence'),
    await work(project, 'door'),
  ];
  expect(await ready(project)).toEqual([taken, back, dropped]);
  const listed = (await project.swarm('review')).stdout;
  expect(listed).toContain(`Add the gate ${taken}\n`);
  expect(listed).toContain(`branch swarm/${taken}, 1 commit, 1 file, +1 −0`);

  expect((await project.swarm('review', taken, '--accept')).stdout).toContain('✅ Merged into');
  expect(readFileSync(join(project.root, 'gate.txt'), 'utf8')).toBe('gate\n');
  const sent = await project.swarm(
    'review',
    back,
    '--send-back',
    'Nearly.',
    '--line',
    'fence.txt:1 paint it',
  );
  expect(sent.stdout).toContain(`${back} has ended`);
  const gone = await project.swarm('review', dropped, '--drop');
  const rescue = /swarm rescue show (\S+)/.exec(gone.stdout)?.[1] ?? '';
  expect(rescue).toContain(`${dropped}/`);
  expect(git(project, 'branch', '--list', `swarm/${dropped}`)).toBe('');
  expect(git(project, 'show', `refs/swarm/rescue/${rescue}:door.txt`)).toBe('door');
  const again = await project.swarm('review', dropped, '--drop');
  expect(again.code).toBe(0);

  const heir = (await project.json<{ continued_by: string }>('status', back)).continued_by;
  await project.swarm('wait', heir, '--timeout', '40s');
  expect(await ready(project)).toEqual([heir]);
});

test('a review on a terminal shows result and diff in the pager, and does what it is told', async () => {
  const project = await makeProject();
  const [first, second] = [await work(project, 'gate'), await work(project, 'fence')];
  const line = `${process.execPath} ${BUNDLE} review`;
  const out = execFileSync('script', ['-qec', line, '/dev/null'], {
    cwd: project.root,
    env: { ...project.env, TERM: 'xterm', PAGER: 'cat' },
    encoding: 'utf8',
    input: 'a\nd\ny\n',
    timeout: 60_000,
  });
  expect(out).toContain('gate is there');
  expect(out).toContain('+gate');
  expect(out).toContain('[1/2]');
  expect(out).toContain('Merged into');
  expect(out).toContain(`Dropped the work of ${second}`);
  expect(git(project, 'log', '--format=%s', '-3')).toContain('Add gate');
  expect(await ready(project)).toEqual([]);
  expect(first).not.toBe(second);
});

test('a pull request is printed, and made by git and gh when told to', async () => {
  const project = await makeProject();
  const id = await work(project, 'gate');
  const { stdout: printed, stderr } = await project.swarm('pr', id);
  expect(stderr).toContain('There is no remote "origin"');
  expect(printed).toContain(`git push --set-upstream origin swarm/${id} &&\n`);
  expect(printed).toContain(
    `gh pr create --head swarm/${id} --title 'Add the gate' --body-file - <<'BODY'\n`,
  );
  expect(printed).toContain('gate is there\n');

  const asked = await project.swarm('pr', id, '--run');
  expect(asked.code).toBe(1);
  const bin = join(project.root, '..', 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'gh'), `#!/bin/sh\n{ echo "$@"; cat; } > ${bin}/asked\n`);
  chmodSync(join(bin, 'gh'), 0o755);
  const remote = join(project.root, '..', 'remote.git');
  execFileSync('git', ['init', '-q', '--bare', remote], { env: project.env });
  git(project, 'remote', 'add', 'origin', remote);
  // This gh is found first, and cannot be run.
  const broken = join(bin, 'broken');
  mkdirSync(broken);
  writeFileSync(join(broken, 'gh'), '#!/nowhere\n', { mode: 0o755 });
  const without = { env: { PATH: `${broken}:${project.env.PATH}` } };
  const half = await project.swarmWith(without, 'pr', id, '--run', '--yes');
  expect(half.code).toBe(1);
  expect(half.stderr).toContain(`The branch swarm/${id} is pushed to origin`);
  expect(half.stderr).toContain(`gh pr create --head swarm/${id}`);
  const env = { ...project.env, PATH: `${bin}:${project.env.PATH}` };
  const ran = execFileSync(process.execPath, [BUNDLE, 'pr', id, '--run', '--yes', '--draft', '--json'], {
    cwd: project.root,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  expect(JSON.parse(ran)).toMatchObject({ session_id: id, branch: `swarm/${id}`, title: 'Add the gate' });
  expect(readFileSync(join(bin, 'asked'), 'utf8')).toMatch(
    /^pr create --head .* --draft --title Add the gate/,
  );
  expect(git(project, 'ls-remote', 'origin', `refs/heads/swarm/${id}`)).not.toBe('');
});

test('what cannot be reviewed or proposed is refused with what to do', async () => {
  const project = await makeProject();
  const here = await create(project, ['say: done'], '--here');
  await project.swarm('wait', here);
  expect((await project.swarm('pr', here)).stderr).toContain('has no workspace');
  expect((await project.swarm('review', here, '--drop')).stderr).toContain('has no workspace');
  const idle = await create(project, ['say: done'], '--workspace');
  await project.swarm('wait', idle);
  expect((await project.swarm('pr', idle)).stderr).toContain('no branch with commits');
  expect((await project.swarm('review', '--accept')).stderr).toContain('--accept needs a session');
  expect((await project.swarm('review', here, '--accept', '--drop')).code).toBe(1);
  expect((await project.swarm('review', here, '--line', 'no line')).stderr).toContain('names no line');
  expect((await project.swarm('review')).stdout).toContain('Nothing is ready for review');
});

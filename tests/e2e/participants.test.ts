import { expect, test } from 'vitest';
import { create, makeProject } from './project.ts';
import { openShell } from './shells.ts';

type Identity = Readonly<{
  id: string;
  status: string;
  kind: string;
  track: string | null;
  files_reserved: string[];
  beads_claimed: string[];
}>;
type ParticipantList = Readonly<{ participants: Identity[] }>;

const run = (command: string): string => `run: ${JSON.stringify(command)}`;

test('a shell that joins is the same participant in all it runs, until it leaves', async () => {
  const project = await makeProject();
  const shell = openShell(project);
  const joined = await shell.json<Identity>('join', '--name', 'BlueLake', '--track', 'api');
  expect(joined).toMatchObject({ status: 'active', kind: 'joined', track: 'api' });
  expect(joined.id).toMatch(/^BlueLake-\d{13}$/);
  expect(await shell.json('whoami')).toMatchObject({ id: joined.id, base_agent: 'BlueLake' });
  expect(await shell.json('join', '--track', 'web')).toMatchObject({ id: joined.id, track: 'web' });
  expect(await shell.swarm('leave')).toMatchObject({ code: 0, stdout: `${joined.id} has left\n` });
  const after = await shell.swarm('reserve', 'src/**');
  expect(after).toMatchObject({ code: 1 });
  expect(after.stderr).toContain(`${joined.id} left at`);
  expect(await shell.json<Identity>('join')).not.toMatchObject({ id: joined.id });
});

test('one that never joined is told how, and a name with a slash is refused', async () => {
  const project = await makeProject();
  const shell = openShell(project);
  expect((await shell.swarm('whoami')).stderr).toContain('Join it: swarm join');
  const { code, stderr } = await shell.swarm('join', '--name', '../x');
  expect(code).toBe(1);
  expect(stderr).toContain('begins with a letter');
});

test('of two that reserve what overlaps, the second hears who was first and since when', async () => {
  const project = await makeProject();
  const [first, second] = [openShell(project), openShell(project)];
  const { id } = await first.json<Identity>('join');
  await second.json('join');
  expect((await first.swarm('reserve', 'src/api/**', '--for', '2h')).code).toBe(0);
  const refused = await second.swarm('reserve', 'src/**/login.ts');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`src/**/login.ts meets src/api/**, which ${id} has reserved since`);
  expect((await second.swarm('reserve', 'docs/*.md')).code).toBe(0);
  const { participants } = await second.json<ParticipantList>('participants');
  expect(participants.map(({ files_reserved }) => files_reserved)).toEqual([['src/api/**'], ['docs/*.md']]);
  const found = await second.json<{ reservations: { holder: string }[] }>('reservations', 'src/api/login.ts');
  expect(found.reservations).toMatchObject([{ holder: id }]);
  await first.swarm('leave');
  expect((await second.swarm('reserve', 'src/**/login.ts')).code).toBe(0);
});

test('a glob for everything has to be meant, and one that leaves the repository is refused', async () => {
  const project = await makeProject();
  const shell = openShell(project);
  await shell.json('join');
  expect((await shell.swarm('reserve', '**')).stderr).toContain('names every file');
  expect((await shell.swarm('reserve', '../other/**')).code).toBe(1);
  expect((await shell.swarm('reserve', '**', '--everything')).code).toBe(0);
  expect((await shell.swarm('release', 'src/**')).stderr).toContain('You have reserved: **');
  expect((await shell.swarm('release', '--all')).code).toBe(0);
});

test('ten that join and reserve the same at once are ten, and one of them has it', async () => {
  const project = await makeProject();
  const shells = Array.from({ length: 10 }, () => openShell(project));
  const joined = await Promise.all(shells.map((shell) => shell.json<Identity>('join', '--name', 'Twin')));
  expect(new Set(joined.map(({ id }) => id)).size).toBe(10);
  const tried = await Promise.all(shells.map((shell) => shell.swarm('reserve', 'src/one.ts')));
  expect(tried.filter(({ code }) => code === 0)).toHaveLength(1);
  for (const { code, stderr } of tried) if (code !== 0) expect(stderr).toContain('has reserved since');
});

test('work that a participant claims is held in its name, and is ready again when it leaves', async () => {
  const project = await makeProject();
  const [first, second] = [openShell(project), openShell(project)];
  const { id } = await first.json<Identity>('join');
  await second.json('join');
  await project.json('queue', 'add', 'Mend the login', '--id', 'w1');
  expect(await first.json('queue', 'claim', 'w1')).toMatchObject({ id: 'w1' });
  expect(await first.json('whoami')).toMatchObject({ beads_claimed: ['w1'] });
  const refused = await second.swarm('queue', 'claim', 'w1');
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain(id);
  expect((await second.swarm('queue', 'done', 'w1')).code).toBe(1);
  await first.swarm('leave');
  expect((await second.swarm('queue', 'claim', 'w1')).code).toBe(0);
  expect((await first.swarm('queue', 'done', 'w1')).code).toBe(1);
  expect((await second.swarm('queue', 'done', 'w1')).code).toBe(0);
});

test('a session is a participant by itself, reserves through its folder, and cannot join', async () => {
  const project = await makeProject();
  const shell = openShell(project);
  await shell.json('join');
  const id = await create(project, [
    run('swarm reserve "web/**"'),
    run('swarm whoami'),
    run('swarm join || echo refused'),
    run('while [ ! -e go ]; do sleep 0.1; done'),
  ]);
  await expect
    .poll(async () => (await shell.json<ParticipantList>('participants')).participants.at(-1)?.files_reserved)
    .toEqual(['web/**']);
  const { participants } = await shell.json<ParticipantList>('participants');
  expect(participants.at(-1)).toMatchObject({ id, kind: 'session', status: 'active' });
  expect((await shell.swarm('reserve', 'web/index.html')).stderr).toContain(id);
  project.write('go', '');
  expect((await project.swarm('wait', id, '--timeout', '50s')).code).toBe(0);
  const { stdout } = await project.swarm('logs', id);
  expect(stdout).toContain(`Participant ${id}`);
  expect(stdout).toContain('refused');
  expect((await shell.swarm('reserve', 'web/index.html')).code).toBe(0);
});

test('another shell that names a participant whose process lives speaks for no one', async () => {
  const project = await makeProject();
  const shell = openShell(project);
  const { id } = await shell.json<Identity>('join');
  const forged = await project.swarmWith({ env: { SWARM_PARTICIPANT: id } }, 'reserve', 'src/**');
  expect(forged).toMatchObject({ code: 1 });
  expect(forged.stderr).toContain('is another process, which is at work');
});

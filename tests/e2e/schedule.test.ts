import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeProject, supervisorPid, type TestProject } from './project.ts';

type ScheduleJson = Readonly<{
  schedule_id: string;
  state: string;
  next_at: string | null;
  put_in: number;
  missed: number;
  skipped: number;
}>;

const LIMIT = { timeout: 40_000, interval: 100 };
const EACH_SECOND = '* * * * * *';

const outside = (project: TestProject): string => join(project.home, 'done');
const told = (project: TestProject): string[] =>
  existsSync(outside(project)) ? readFileSync(outside(project), 'utf8').trim().split('\n') : [];

const show = (project: TestProject, id: string): Promise<ScheduleJson> =>
  project.json<ScheduleJson>('schedule', 'show', id);

const workOf = async (project: TestProject): Promise<string[]> => {
  const { items } = await project.json<{ items: { id: string }[] }>(
    'queue',
    'list',
    '--all',
    '--limit',
    '999',
  );
  return items.map(({ id }) => id);
};

test('work of a schedule is put in once and done by a loop, whichever process dies', async () => {
  const project = await makeProject();
  const body = `\`\`\`rehearsal\n- run: echo "$WORK_ITEM" >> ${outside(project)}\n\`\`\``;
  const file = project.write('mend.md', body);
  const added = await project.swarm(
    ...['schedule', 'add', EACH_SECOND, 'Mend', 'it', '--name', 'mend', '--tz', 'UTC', '--body-file', file],
  );
  expect([added.code, added.stderr]).toEqual([0, '']);
  expect(added.stdout).toContain('✅ Schedule mend: next at ');
  await project.swarm('loop', '--agent', 'rehearsal', '--delay', '0s', '--detach');
  for (const done of [1, 3]) {
    await vi.waitFor(() => expect(told(project).length).toBeGreaterThanOrEqual(done), LIMIT);
    process.kill(await supervisorPid(project), 'SIGKILL');
    expect((await project.swarm('supervisor', 'start')).code).toBe(0);
  }
  const before = told(project).length;
  await vi.waitFor(() => expect(told(project).length).toBeGreaterThan(before), LIMIT);

  expect((await project.swarm('schedule', 'pause', 'mend')).stdout).toBe('✅ Schedule mend is paused\n');
  const { put_in: putIn } = await show(project, 'mend');
  const ids = await workOf(project);
  expect(ids).toHaveLength(putIn);
  expect(ids.every((id) => /^mend-\d{8}-\d{4}(\d\d)?$/.test(id))).toBe(true);
  await vi.waitFor(() => expect(told(project).sort()).toEqual(ids.sort()), LIMIT);

  // A time of another schedule has come and gone, so a paused one would have put something in by now.
  await project.swarm('schedule', 'add', EACH_SECOND, 'Other', '--id', 'other');
  await vi.waitFor(async () => expect((await show(project, 'other')).put_in).toBeGreaterThan(1), LIMIT);
  expect(await show(project, 'mend')).toMatchObject({ state: 'paused', next_at: null, put_in: putIn });
  const ran = await project.json<{ work_item: string }>('schedule', 'run', 'mend');
  await vi.waitFor(() => expect(told(project)).toContain(ran.work_item), LIMIT);
  expect(await show(project, 'mend')).toMatchObject({ state: 'paused', put_in: putIn + 1 });
}, 120_000);

test('times that pass while no supervisor is there are put in once', async () => {
  // As long as there is a schedule, a supervisor does not leave, however soon it would.
  const project = await makeProject({ supervisor: { idleStop: '200ms' } });
  await project.swarm('schedule', 'add', EACH_SECOND, 'Mend it', '--name', 'mend', '--overlap');
  await vi.waitFor(async () => expect((await show(project, 'mend')).put_in).toBeGreaterThan(2), LIMIT);
  expect((await project.swarm('supervisor', 'stop')).code).toBe(0);
  const stopped = await show(project, 'mend');
  const passed = Date.parse(stopped.next_at ?? '') + 3_000;
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(passed), LIMIT);
  expect(await workOf(project)).toHaveLength(stopped.put_in);
  expect((await project.swarm('supervisor', 'start')).code).toBe(0);
  const later = await vi.waitFor(async () => {
    const seen = await show(project, 'mend');
    expect(seen.missed).toBeGreaterThanOrEqual(stopped.missed + 3);
    return seen;
  }, LIMIT);
  expect(later.put_in).toBeGreaterThan(stopped.put_in);
  const events = await project.swarm('events', '--limit', '500');
  expect(events.stdout).toMatch(/mend: put in mend-\S+; \d+ earlier times were missed/);
  expect((await project.swarm('schedule', 'remove', 'mend')).code).toBe(0);
  expect((await workOf(project)).length).toBeGreaterThan(stopped.put_in);
}, 90_000);

test('whatever is wrong with a schedule is said, and nothing is added', async () => {
  const project = await makeProject();
  const add = async (...words: string[]): Promise<string> => {
    const { code, stderr } = await project.swarm('schedule', 'add', ...words);
    return `${code} ${stderr.split('\n')[0]}`;
  };
  expect(await add('0 25 * * *', 'Mend')).toContain('1 ❌ "0 25 * * *": the hour cannot be "25"');
  expect(await add('0 6 * *', 'Mend')).toContain('"0 6 * *" is not a cron expression');
  expect(await add('0 0 31 2 *', 'Mend')).toContain('"0 0 31 2 *" never matches a time');
  expect(await add('0 6 * * *', 'Mend', '--tz', 'Europe/Berlim')).toContain(
    'Unknown time zone: Europe/Berlim',
  );
  expect(await add('0 6 * * *', 'Mend', '--body-file', 'none.md')).toContain('Cannot read none.md: missing');
  expect(await add('0 6 * * *', 'Mend', '--template', 'none.md')).toContain('Template not found: none.md');
  expect(await add('0 6 * * *')).toContain('Missing <title>');
  expect(await project.json('schedule', 'list')).toEqual({ schedules: [] });

  expect(await add('0 6 * * *', 'Mend', '--name', 'mend', '--tz', 'Europe/Berlin')).toBe('0 ');
  expect(await add('0 7 * * *', 'Other', '--name', 'mend')).toContain('Schedule already exists: mend');
  const unknown = await project.swarm('schedule', 'show', 'mand');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Did you mean: mend?')]);
  const shown = await project.swarm('schedule', 'show', 'mend');
  expect(shown.stdout).toContain('0 6 * * * (Europe/Berlin)');
  expect((await project.swarm('schedule', 'list')).stdout).toMatch(
    /^mend {2}active {2}0 6 \* \* \* {2}next \d{4}-\d\d-\d\d 06:00:00 Europe\/Berlin {2}0 put in {2}Mend\n$/,
  );
  const nowhere = { env: { TZ: 'no/where' } };
  expect((await project.swarmWith(nowhere, 'schedule', 'add', '@daily', 'Tidy up')).stdout).toMatch(
    /^✅ Schedule schedule-\w{8}: next at \S+ 00:00:00 UTC\n/,
  );
  const offered = await project.swarm('__complete', '--', 'schedule', 'show', 'm');
  expect(offered.stdout).toBe('mend\n');
});

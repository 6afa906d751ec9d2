import { expect, test } from 'vitest';
import { stage } from './staged-shells.ts';

const TEN = 10;

type Peer = Readonly<{ id: string; status: string; track: string | null; beads_claimed: string[] }>;
type Preflight = Readonly<{
  self: Readonly<{ id: string; files_reserved: string[] }>;
  active_sessions: readonly Peer[];
  conflicts: readonly Readonly<{ kind: string; other: string; ours: string[] }>[];
}>;

test('ten on one track: the next one sees each of them and a conflict with each', async () => {
  const { shell } = await stage();
  const ten = Array.from({ length: TEN }, () => shell());
  const seen = await Promise.all(ten.map((one) => one.json<Preflight>('preflight', '--track', 'cc-v2')));
  const ids = seen.map(({ self }) => self.id).toSorted();
  const next = await shell().json<Preflight>('preflight', '--track', 'cc-v2');
  expect(next.active_sessions.map(({ id, track }) => [id, track]).toSorted()).toEqual(
    ids.map((id) => [id, 'cc-v2']),
  );
  expect(next.conflicts.filter(({ kind }) => kind === 'track')).toHaveLength(TEN);
});

test('of ten that claim one item at once one has it, and nine hear who and since when', async () => {
  const { shell, project } = await stage();
  const ten = Array.from({ length: TEN }, () => shell());
  for (const one of ten) await one.json('join');
  await project.json('queue', 'add', 'Paint', '--id', 'bd-101');
  const claims = await Promise.all(ten.map((one) => one.swarm('queue', 'claim', 'bd-101')));
  const refused = claims.filter(({ code }) => code !== 0);
  expect(refused).toHaveLength(TEN - 1);
  const { participants } = await project.json<{ participants: Peer[] }>('participants');
  const [holder, ...others] = participants.filter(({ beads_claimed: items }) => items.includes('bd-101'));
  expect(others).toEqual([]);
  for (const { code, stderr } of refused) {
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`bd-101 is claimed by ${holder?.id} since .+, until `));
  }
});

test('ten that went silent are stale, then gone, and what they held is free for one', async () => {
  const { shell, later } = await stage();
  const ten = Array.from({ length: TEN }, () => shell());
  await Promise.all(
    ten.map((one, n) => one.json('preflight', '--name', `Silent${n}`, '--files', `src/${n}/**`)),
  );
  for (const one of ten) await one.kill();
  later(12);
  const stale = await shell().json<Preflight>('preflight', '--files', 'src/**');
  expect(stale.active_sessions.map(({ status }) => status)).toEqual(Array(TEN).fill('stale'));
  expect(stale.conflicts.map(({ kind }) => kind)).toEqual(Array(TEN).fill('files'));
  expect(stale.self.files_reserved).toEqual([]);
  later(31);
  const free = await shell().json<Preflight>('preflight', '--name', 'Heir', '--files', 'src/**');
  expect(free.conflicts).toEqual([]);
  expect(free.self.files_reserved).toEqual(['src/**']);
});

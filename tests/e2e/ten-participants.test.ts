import { expect, test } from 'vitest';
import { startSilent } from './silent-mail.ts';
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

const SUMMARY = "# Conversation Summary: x\n\n## What We're Trying to Accomplish\nPeople can sign up.\n";

/** Each of ten shells is at work on the same track. */
async function tenOnATrack(settings: Parameters<typeof stage>[0] = {}) {
  const staged = await stage(settings);
  const ten = Array.from({ length: TEN }, () => staged.shell());
  await Promise.all(ten.map((one, n) => one.json('join', '--track', 'sign-up', '--name', `Busy${n}`)));
  return { ...staged, ten };
}

test.each([
  ['two', 1],
  ['ten', TEN - 1],
])(
  'with %s at work, neither plan new nor plan design looks who they are, and each can be run',
  async (_, others) => {
    const { shell, project } = await stage();
    const all = Array.from({ length: others + 1 }, () => shell());
    for (const one of all) await one.json('join', '--track', 'sign-up');
    const [first = shell()] = all;
    const played = ['--cli', 'rehearsal', '--quiet'];
    for (const words of [
      ['plan', 'new', 'sign-up', '--summary', project.write('notes.md', SUMMARY)],
      ['plan', 'design', 'sign-up', ...played],
    ]) {
      const ran = await first.swarm(...words);
      expect([words, ran.code, ran.stderr]).toEqual([words, 0, expect.not.stringContaining('conflict')]);
      expect(ran.stdout).not.toContain('🟢');
    }
    const seen = await first.swarm('preflight', '--track', 'sign-up', '--on-conflict', 'proceed');
    expect(seen.stderr.match(/track conflict/g) ?? []).toHaveLength(others);
    const { participants } = await project.json<{ participants: { kind: string }[] }>('participants');
    expect(participants.filter(({ kind }) => kind === 'joined')).toHaveLength(others + 1);
  },
);

test('a mail server that is slow costs each of ten three seconds, and each sees the other nine', async () => {
  const { ten, shell } = await tenOnATrack({ mail: { outsideUrl: await startSilent() } });
  const seen = await Promise.all(ten.map((one) => one.swarm('preflight')));
  for (const { code, stdout, stderr } of seen) {
    expect(code).toBe(0);
    expect(stderr).toContain('the outside mail server gave no answer in time; work goes on without it');
    expect(stdout.match(/🟢 Busy/g)).toHaveLength(TEN - 1);
  }
  const next = await shell().swarm('preflight', '--track', 'sign-up');
  expect([next.code, next.stdout.match(/🟢 Busy/g)?.length]).toEqual([0, TEN]);
});

/** Ten that each claimed an item, and whose shells are gone. */
async function tenStuck() {
  const staged = await stage();
  const { shell, worktree } = staged;
  const items = Array.from({ length: TEN }, (_, n) => `bd-${n}`);
  for (const item of items) {
    const one = shell(worktree(`of-${item}`));
    await one.json('join');
    await one.swarm('queue', 'add', 'Paint', '--id', item);
    expect((await one.swarm('queue', 'claim', item, '--lease', '2h')).code).toBe(0);
    await one.kill();
  }
  const listReady = async (): Promise<readonly string[]> => {
    const { items: all } = await staged.project.json<{ items: readonly Item[] }>('queue', 'list');
    return all.filter(({ status }) => status === 'ready').map(({ id }) => id);
  };
  return { ...staged, items, listReady };
}

type Item = Readonly<{ id: string; status: string }>;

test('items of ten that went silent are told as stuck, and a takeover makes all of them ready', async () => {
  const { shell, later, items, listReady } = await tenStuck();
  later(12);
  const warned = await shell().json<Preflight>('preflight', '--items', items.join(','));
  expect(warned.conflicts.map(({ kind }) => kind)).toEqual(Array(TEN).fill('items'));
  expect(await listReady()).toEqual([]);
  const taken = await shell().swarm('preflight', '--items', items.join(','), '--on-stale', 'take-over');
  expect(taken.stdout.match(/was taken over/g)).toHaveLength(TEN);
  expect((await listReady()).toSorted()).toEqual(items);
});

test('items of ten that are silent for thirty minutes are ready again by themselves', async () => {
  const { shell, later, items, listReady } = await tenStuck();
  later(31);
  const seen = await shell().json<Preflight>('preflight', '--items', items.join(','));
  expect([seen.active_sessions, seen.conflicts]).toEqual([[], []]);
  expect((await listReady()).toSorted()).toEqual(items);
});

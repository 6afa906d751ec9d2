import { expect, test } from 'vitest';
import { findConflicts, findConflictsAmong } from './find-conflicts.ts';
import { recommend } from './recommend.ts';
import { NO_SCOPE, type Peer, type Scope } from './scope.ts';

const EXACT = { ignoreCase: false };
const peer = (id: string, more: Partial<Peer> = {}): Peer => ({
  ...NO_SCOPE,
  id,
  display: id,
  isStale: false,
  ...more,
});
const kinds = (self: Partial<Scope>, ...others: Peer[]) =>
  findConflicts({ ...NO_SCOPE, ...self }, others, EXACT).map(({ kind, other }) => `${kind} ${other.id}`);

test('the same track is a conflict, and no track is none', () => {
  expect(kinds({ track: 't' }, peer('A', { track: 't' }), peer('B', { track: 'u' }), peer('C'))).toEqual([
    'track A',
  ]);
  expect(kinds({ track: null }, peer('A'))).toEqual([]);
});

test('globs that can name the same file are a conflict, without equal text', () => {
  const [conflict] = findConflicts(
    { ...NO_SCOPE, files: ['src/*/users.ts', 'docs/**'] },
    [peer('A', { files: ['src/api/**', 'tests/**'] })],
    EXACT,
  );
  expect(conflict).toMatchObject({ kind: 'files', ours: ['src/*/users.ts'], theirs: ['src/api/**'] });
});

test.each([
  ['./src//a.ts', 'src/./*.ts'],
  ['src', 'src/**'],
  ['caf\u00e9/*', 'cafe\u0301/a'],
  ['a\\*b', 'a*b'],
])('%s meets %s, although their beginnings differ', (ours, theirs) => {
  expect(kinds({ files: [ours] }, peer('A', { files: [theirs] }))).toEqual(['files A']);
});

test('a file system that folds case makes more of them meet', () => {
  const [self, other] = [{ ...NO_SCOPE, files: ['README.md'] }, peer('A', { files: ['readme.md'] })];
  expect(findConflicts(self, [other], EXACT)).toEqual([]);
  expect(findConflicts(self, [other], { ignoreCase: true })).toHaveLength(1);
});

test('the same item is a conflict', () => {
  expect(kinds({ items: ['bd-1', 'bd-2'] }, peer('A', { items: ['bd-2'] }))).toEqual(['items A']);
});

test('all kinds of one participant are told, in order', () => {
  const same = { track: 't', files: ['a'], items: ['b'] };
  expect(kinds(same, peer('A', same))).toEqual(['track A', 'files A', 'items A']);
});

test('among others, each pair is told once, of the later one', () => {
  const found = findConflictsAmong(
    ['A', 'B', 'C'].map((id) => peer(id, { track: 't' })),
    EXACT,
  );
  expect(found.map(({ session, other }) => `${session} ${other.id}`)).toEqual(['B A', 'C A', 'C B']);
});

test('a thousand holders of two hundred globs are compared within a bound, and tracks all the same', () => {
  const files = Array.from({ length: 200 }, (_, at) => `src/*/${at}/**`);
  const peers = Array.from({ length: 1_000 }, (_, at) => peer(`P${at}`, { files: [`other${at}`] }));
  const last = peer('last', { track: 't', files: ['src/a/7/b'] });
  expect(kinds({ track: 't', files }, ...peers, last)).toEqual(['track last']);
});

test('who is active is left its things; who is stale is to be taken over', () => {
  const [active, stale] = [peer('A', { track: 't' }), peer('S', { track: 't', isStale: true })];
  const conflicts = findConflicts({ ...NO_SCOPE, track: 't' }, [active, stale], EXACT);
  const advice = recommend([active, stale], conflicts).map(({ action, peer: who }) => `${action} ${who?.id}`);
  expect(advice).toEqual(['switch A', 'take-over S']);
});

test('where nothing is in the way, the advice is to proceed', () => {
  expect(recommend([], [])).toEqual([{ action: 'proceed', peer: null, because: null }]);
});

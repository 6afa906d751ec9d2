import { beforeEach, expect, test } from 'vitest';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { addSession, aSession, T0 } from '../../../tests/store/rows.ts';
import { findTarget } from '../run/find-target.ts';

let store: OracleStore;

beforeEach(async () => {
  store = new OracleStore();
  const add = (id: string, title: string, at: number) =>
    store.commit([addSession(aSession({ id, persona: id.split('-')[2] ?? '', title, createdAt: T0 + at }))]);
  await add('20251117-101500-reviewer', 'Look at the store', 1);
  await add('20251118-153042-developer', 'Fix the login', 2);
  await add('20251118-153042-developer-2', 'Update the docs', 3);
});

const named = async (name: string, verb = 'send') => {
  const found = await findTarget({ store }, { name, verb });
  if (!found.ok) return found.refusal;
  return found.value.is === 'session' ? found.value.sessionId : 'a run';
};

test.each([
  ['20251118-153042-developer', '20251118-153042-developer'],
  ['20251117', '20251117-101500-reviewer'],
  ['oper-2', '20251118-153042-developer-2'],
  ['reviewer', '20251117-101500-reviewer'],
  ['Login', '20251118-153042-developer'],
  ['@last', '20251118-153042-developer-2'],
  ['@3', '20251117-101500-reviewer'],
])('%s names %s', async (name, id) => {
  expect(await named(name)).toBe(id);
});

test('what may mean several is refused with those, and what means none with what lies near', async () => {
  expect(await named('20251118')).toMatchObject({
    code: 'name-ambiguous',
    candidates: [{ id: '20251118-153042-developer-2' }, { id: '20251118-153042-developer' }],
  });
  expect(await named('the')).toMatchObject({ code: 'name-ambiguous', candidates: { length: 3 } });
  expect(await named('@4')).toEqual({ code: 'no-such-position', position: 4, count: 3 });
  expect(await named('tester')).toMatchObject({ code: 'session-not-found' });
});

test('what ends or moves work goes by an id or the beginning of one alone', async () => {
  for (const verb of ['kill', 'archive', 'clean', 'merge']) {
    expect(await named('20251117', verb)).toBe('20251117-101500-reviewer');
    for (const loose of ['oper-2', 'reviewer', 'login'])
      expect(await named(loose, verb)).toMatchObject({ code: 'session-not-found' });
  }
});

import { describe, expect, test } from 'vitest';
import {
  addSession,
  aMessage,
  aNote,
  anAttempt,
  aQuestion,
  aSession,
  aTurn,
  aWorkspace,
  T0,
} from '../../../tests/store/rows.ts';
import { SESSION_STATES, type Session, type SessionState } from '../../domain/session/session.ts';
import type { NamedBy, SessionFilter, Write } from '../store.ts';
import { type Pair, SAVED } from './pair.conformance.ts';

const idsOf = (sessions: readonly Session[]): string[] => sessions.map(({ id }) => id);

export function describeLists(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.store.commit(writes)).toEqual(SAVED);
  const add = (...sessions: Session[]) => save(...sessions.map((session) => addSession(session)));
  const list = async (filter: SessionFilter) =>
    idsOf((await on.store.listSessions(filter, { limit: 100 })).sessions);

  describe('lists of sessions', () => {
    test('sessions are named by either end of an id, by persona and by a part of the title', async () => {
      const named = async (by: NamedBy, text: string) =>
        (await on.store.listNamed({ by, text })).map(({ id }) => id);
      for (const [n, id] of ['a-one', 'a-two', 'b-o%e'].entries()) {
        const persona = n === 2 ? 'other' : 'scout';
        const session = aSession({ id, persona, title: `Fix ${id} NOW`, createdAt: T0 + n });
        expect((await on.store.commit([addSession(session)])).saved).toBe(true);
      }
      expect(await named('prefix', 'a-')).toEqual(['a-two', 'a-one']);
      expect(await named('suffix', 'one')).toEqual(['a-one']);
      expect(await named('suffix', 'o%e')).toEqual(['b-o%e']);
      expect(await named('suffix', 'much longer than any')).toEqual([]);
      expect(await named('persona', 'other')).toEqual(['b-o%e']);
      expect(await named('title', 'TWO now')).toEqual(['a-two']);
      expect(await named('title', '_')).toEqual([]);
    });

    test('come newest first, and by id where the time is the same', async () => {
      await add(
        aSession({ id: 'b', createdAt: T0 }),
        aSession({ id: 'a', createdAt: T0 }),
        aSession({ id: 'c', createdAt: T0 + 1 }),
        aSession({ id: 'B', createdAt: T0 }),
      );
      expect(await list({})).toEqual(['c', 'b', 'a', 'B']);
    });

    test('are cut into pages that hold every session once, also when more are added meanwhile', async () => {
      await add(...Array.from({ length: 25 }, (_, n) => aSession({ id: `s${n}`, createdAt: T0 + (n >> 2) })));
      const whole = await list({});
      const paged: string[] = [];
      let after: string | null = null;
      do {
        const page = await on.store.listSessions({}, after === null ? { limit: 10 } : { limit: 10, after });
        paged.push(...idsOf(page.sessions));
        after = page.next;
        await add(aSession({ id: `new-${paged.length}`, createdAt: T0 + 1000 }));
      } while (after !== null);
      expect(paged).toEqual(whole);
    });

    test('of what ended hold every kind of end, the last one first, archived ones too', async () => {
      await add(
        aSession({ id: 'early', state: 'completed', endedAt: T0 - 1 }),
        aSession({ id: 'b', state: 'failed', endedAt: T0 }),
        aSession({ id: 'a', state: 'killed', endedAt: T0 }),
        aSession({ id: 'late', state: 'completed', endedAt: T0 + 5, archivedAt: T0 + 6 }),
        aSession({ id: 'live', state: 'working', createdAt: T0 + 9 }),
      );
      const ended = async (limit: number) => idsOf(await on.store.listEnded({ since: T0, limit }));
      expect(await ended(10)).toEqual(['late', 'b', 'a']);
      expect(await ended(2)).toEqual(['late', 'b']);
    });

    test('have no next page when the last one is exactly full', async () => {
      await add(aSession({ id: 'a' }), aSession({ id: 'b' }));
      expect((await on.store.listSessions({}, { limit: 2 })).next).toBeNull();
      expect((await on.store.listSessions({}, { limit: 1 })).next).not.toBeNull();
    });

    test('refuse a cursor that they did not give', async () => {
      await expect(on.store.listSessions({}, { limit: 1, after: 'x' })).rejects.toMatchObject({
        code: 'cursor-unknown',
      });
    });

    const rows = [
      aSession({ id: '1', createdAt: T0 + 1, state: 'created', persona: 'scout', tags: ['red', 'blue'] }),
      aSession({ id: '2', createdAt: T0 + 2, state: 'working', persona: 'judge', tags: ['red'], runId: 'r' }),
      aSession({ id: '3', createdAt: T0 + 3, state: 'completed', persona: 'scout', runId: 'r', workId: 'w' }),
      aSession({ id: '4', createdAt: T0 + 4, state: 'completed', persona: 'judge', archivedAt: T0 + 9 }),
    ];
    const filters: readonly (readonly [SessionFilter, string])[] = [
      [{}, '4321'],
      [{ states: ['completed'] }, '43'],
      [{ states: ['created', 'working', 'created'] }, '21'],
      [{ states: [] }, ''],
      [{ persona: 'scout' }, '31'],
      [{ persona: 'nobody' }, ''],
      [{ tag: 'red' }, '21'],
      [{ tag: 'blue' }, '1'],
      [{ tag: 'bl' }, ''],
      [{ runId: 'r' }, '32'],
      [{ workId: 'w' }, '3'],
      [{ since: T0 + 2 }, '432'],
      [{ until: T0 + 2 }, '1'],
      [{ since: T0 + 2, until: T0 + 4 }, '32'],
      [{ archived: true }, '4'],
      [{ archived: false }, '321'],
      [
        { archived: false, states: ['completed'], persona: 'scout', runId: 'r', since: T0, until: T0 + 9 },
        '3',
      ],
    ];
    test.each(filters)('with %j hold and count what matches, and no more', async (filter, ids) => {
      await add(...rows);
      expect((await list(filter)).join('')).toBe(ids);
      const tally: Partial<Record<SessionState, number>> = {};
      for (const { id, state } of rows) if (ids.includes(id)) tally[state] = (tally[state] ?? 0) + 1;
      expect(await on.store.countSessions(filter)).toEqual(tally);
    });

    test('of live sessions hold all that are not over, high priority first, then oldest first', async () => {
      const live = SESSION_STATES.filter((state) => !['completed', 'failed', 'killed'].includes(state));
      await add(
        ...SESSION_STATES.map((state, n) => aSession({ id: state, state, createdAt: T0 - n })),
        aSession({ id: 'low', priority: 'low', createdAt: T0 - 99 }),
        aSession({ id: 'high', priority: 'high', createdAt: T0 + 99 }),
      );
      expect(idsOf(await on.store.listLive())).toEqual(['high', 'low', ...live.toReversed()]);
    });

    test('of children hold those of one parent, oldest first', async () => {
      await add(
        aSession({ id: 'p' }),
        aSession({ id: 'y', parentId: 'p', createdAt: T0 + 2 }),
        aSession({ id: 'z', parentId: 'p', createdAt: T0 + 1 }),
        aSession({ id: 'x', parentId: 'q' }),
      );
      expect(idsOf(await on.store.listChildren('p'))).toEqual(['z', 'y']);
    });
  });

  describe('near ids', () => {
    const ids = [
      '20250101-100000-scout',
      '20250101-100005-scout',
      '20250102-090000-judge',
      '20250102-090000-judge-2',
      '20260101-000000-cook',
      '20260101-000001-cook',
      '20260101-000002-cook',
      '20260101-000003-cook',
      '20260101-000004-cook',
      '20260101-000005-cook',
    ];
    const cases: readonly (readonly [string, string, readonly string[]])[] = [
      ['begin with the text, newest first', '20250101', [ids[1], ids[0]] as string[]],
      ['hold the text', 'judge', [ids[3], ids[2]] as string[]],
      ['begin alike', '20250101-100003-scout', [ids[0], ids[1]] as string[]],
      ['are at most five', 'cook', ids.slice(5).toReversed()],
      ['are none where nothing is alike', 'zebra', []],
      ['are none for no text', '', []],
      ['take no character of the text for a pattern', '2025%', []],
    ];
    test.each(cases)('%s', async (_claim, text, near) => {
      await add(...ids.map((id) => aSession({ id })));
      const found = await on.store.listNearIds(text);
      expect(found.slice(0, near.length)).toEqual(near);
      if (near.length === 0) expect(found.filter((id) => !id.startsWith('2025'))).toEqual([]);
    });
  });

  describe('lists of other rows', () => {
    test('turns and attempts come in the order of their numbers', async () => {
      const turn = (number: number): Write => ({
        kind: 'add-turn',
        turn: aTurn({ id: `t${100 - number}`, number }),
        journal: aNote(),
      });
      const attempt = (number: number): Write => ({
        kind: 'add-attempt',
        attempt: anAttempt({ number }),
        journal: aNote(),
      });
      await save(addSession(), turn(10), turn(9), turn(11), attempt(10), attempt(9));
      const id = aSession().id;
      expect((await on.store.listTurns(id)).map(({ number }) => number)).toEqual([9, 10, 11]);
      expect((await on.store.listAttempts(id)).map(({ number }) => number)).toEqual([9, 10]);
      expect((await on.store.findAttempt(id, 9))?.number).toBe(9);
    });

    test('questions come oldest first, of one session, in one state', async () => {
      const ask = (id: string, changes: object): Write => ({
        kind: 'add-question',
        question: aQuestion({ id, ...changes }),
        journal: aNote(),
      });
      await save(
        addSession(),
        addSession(aSession({ id: 's' })),
        ask('a', { askedAt: T0 + 2 }),
        ask('b', { askedAt: T0 + 1, state: 'answered' }),
        ask('c', { askedAt: T0, sessionId: 's' }),
      );
      const asked = async (filter: object) =>
        (await on.store.listQuestions(filter)).map(({ id }) => id).join('');
      expect(await asked({})).toBe('cba');
      expect(await asked({ sessionId: aSession().id })).toBe('ba');
      expect(await asked({ state: 'open' })).toBe('ca');
      expect(await asked({ sessionId: aSession().id, state: 'open' })).toBe('a');
    });

    test('messages come oldest first, and in the order they were sent within a millisecond', async () => {
      const send = (id: string, changes: object): Write => ({
        kind: 'add-message',
        message: aMessage({ id, ...changes }),
        journal: aNote(),
      });
      await save(
        send('z', { sender: 'x', recipient: 'y' }),
        send('a', { sender: 'x', recipient: 'y' }),
        send('m', { sender: 'x', recipient: 'x' }),
        send('e', { sender: 'y', recipient: 'x', createdAt: T0 - 1 }),
      );
      const sent = async (filter: object) =>
        (await on.store.listMessages(filter)).map(({ id }) => id).join('');
      expect(await sent({})).toBe('ezam');
      expect(await sent({ recipient: 'y' })).toBe('za');
      expect(await sent({ sender: 'x' })).toBe('zam');
      expect(await sent({ sender: 'x', recipient: 'x' })).toBe('m');
    });

    test('workspaces come in the order of their sessions', async () => {
      const add = (id: string): Write[] => [
        addSession(aSession({ id })),
        { kind: 'add-workspace', workspace: aWorkspace({ sessionId: id }), journal: aNote() },
      ];
      await save(...add('b'), ...add('a'));
      expect((await on.store.listWorkspaces()).map(({ sessionId }) => sessionId)).toEqual(['a', 'b']);
    });
  });
}

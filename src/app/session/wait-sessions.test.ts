import { expect, test } from 'vitest';
import { sampleQuestion, sampleSession } from '../../../tests/samples/session.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { WaitSessions } from '../../contract/session.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Session } from '../../domain/session/session.ts';
import type { SessionFilter } from '../../store/store.ts';
import { type WaitDeps, waitSessions } from './wait-sessions.ts';

/** A store with one session, whose next state comes with each wake-up. */
function makeWait(...states: readonly Partial<Session>[]) {
  const clock = { at: 0, now: () => clock.at };
  let nth = 0;
  let wakes = 0;
  const told: string[] = [];
  class OneSession extends OracleStore {
    override async findSession(id: string): Promise<Session | undefined> {
      return id === 's' ? sampleSession({ id, ...states[nth] }) : undefined;
    }
    override async listSessions({
      tag,
      states: wanted,
    }: SessionFilter): Promise<{ sessions: Session[]; next: null }> {
      const one = sampleSession({ id: 's', ...states[nth] });
      const isWanted = wanted?.includes(one.state) ?? true;
      return { sessions: tag !== 'other' && isWanted ? [one] : [], next: null };
    }
    override async listQuestions(): Promise<Question[]> {
      return [sampleQuestion({ id: 'q-1', sessionId: 's' }), sampleQuestion({ id: 'q-2', sessionId: 't' })];
    }
  }
  const deps: WaitDeps = {
    store: new OneSession(),
    clock,
    watch: { tell: ({ question }) => told.push(question.id) },
    openWakes: async () => ({
      next: async (timeoutMs) => {
        wakes += 1;
        nth = Math.min(nth + 1, states.length - 1);
        clock.at += timeoutMs;
        return 'changed';
      },
      close: () => {},
    }),
  };
  const wait = async (given: object) =>
    waitSessions(deps, WaitSessions.parse({ sessionIds: ['s'], ...given }));
  return { wait, wakes: () => wakes, told };
}

test('a session that is over is not waited for, and no supervisor is woken for it', async () => {
  const { wait, wakes } = makeWait({ state: 'completed' });
  expect(await wait({})).toMatchObject({ ok: true, value: { isInTime: true } });
  expect(wakes()).toBe(0);
});

test('it is looked at again after each wake-up, until it has come so far', async () => {
  const { wait, wakes } = makeWait({ state: 'working' }, { state: 'idle' }, { state: 'failed' });
  expect(await wait({})).toMatchObject({
    ok: true,
    value: { isInTime: true, sessions: [{ state: 'failed' }] },
  });
  expect(wakes()).toBe(2);
});

test('an attempt before the one that counts is not heard of', async () => {
  const { wait } = makeWait({ state: 'idle', attempt: 1 }, { state: 'idle', attempt: 2 });
  const heard = await wait({ until: 'heard', attempt: 2 });
  expect(heard).toMatchObject({ ok: true, value: { isInTime: true, sessions: [{ attempt: 2 }] } });
});

test('the time may run out, and an unknown name is refused', async () => {
  const { wait } = makeWait({ state: 'working' });
  expect(await wait({ timeoutMs: 1000 })).toMatchObject({ ok: true, value: { isInTime: false, now: 1000 } });
  expect(await wait({ sessionIds: ['t'] })).toMatchObject({ refusal: { code: 'session-not-found' } });
});

test('an open question of what is waited for is told once; others are not', async () => {
  const { wait, told } = makeWait({ state: 'waiting' }, { state: 'waiting' }, { state: 'completed' });
  await wait({});
  expect(told).toEqual(['q-1']);
});

test('a tag and a status choose what is there at the start', async () => {
  const { wait } = makeWait({ state: 'working' }, { state: 'completed' });
  const waited = await wait({ sessionIds: [], tag: 'validation', status: 'RUNNING' });
  expect(waited).toMatchObject({ ok: true, value: { sessions: [{ id: 's', state: 'completed' }] } });
  expect(await wait({ status: 'COMPLETED' })).toMatchObject({ ok: true, value: { sessions: [{ id: 's' }] } });
});

test('a wait for nothing is refused, so that a wrong tag does not look like success', async () => {
  const { wait } = makeWait({ state: 'working' });
  const refusal = { code: 'no-session-matches', tag: 'other', status: null, persona: null };
  expect(await wait({ sessionIds: [], tag: 'other' })).toMatchObject({ refusal });
  expect(await wait({ sessionIds: [] })).toMatchObject({ refusal: { code: 'nothing-selected' } });
});

import { expect, test } from 'vitest';
import { sampleSession } from '../../../tests/samples/session.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { WaitSessions } from '../../contract/session.ts';
import type { Session } from '../../domain/session/session.ts';
import { type WaitDeps, waitSessions } from './wait-sessions.ts';

/** A store with one session, whose next state comes with each wake-up. */
function makeWait(...states: readonly Partial<Session>[]) {
  const clock = { at: 0, now: () => clock.at };
  let nth = 0;
  let wakes = 0;
  class OneSession extends OracleStore {
    override async findSession(id: string): Promise<Session | undefined> {
      return id === 's' ? sampleSession({ id, ...states[nth] }) : undefined;
    }
  }
  const deps: WaitDeps = {
    store: new OneSession(),
    clock,
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
  return { wait, wakes: () => wakes };
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

import { expect, test } from 'vitest';
import { aLoop } from '../../tests/samples/loop.ts';
import { OracleStore } from '../../tests/store/oracle.ts';
import { aSession, aSpec, aTurn } from '../../tests/store/rows.ts';
import type { Turn } from '../domain/turn/turn.ts';
import { checkGate, findToCheck } from './check-gate.ts';
import type { LoopDeps } from './loop-deps.ts';

const journal = { at: 1, by: 'ann', note: '' };
const iteration = { number: 1, sessionId: 's-1', workId: 'w-1', gate: 'make', isGreen: false, reds: 0 };

/** What is to be checked of a session that is idle at its second attempt. */
async function foundWith(...turns: Partial<Turn>[]): Promise<string | undefined> {
  const store = new OracleStore();
  const session = aSession({ id: 's-1', state: 'idle', attempt: 2 });
  await store.commit([
    { kind: 'add-session', session, spec: aSpec(), journal },
    ...turns.map((turn, at) => ({
      kind: 'add-turn' as const,
      turn: aTurn({ id: `t-${at}`, sessionId: 's-1', number: at + 1, ...turn }),
      journal,
    })),
  ]);
  const found = await findToCheck({ store } as unknown as LoopDeps, aLoop({ atWork: [iteration] }));
  return found?.sessionId;
}

test('a gate is run when nothing is queued and no turn of the last process is open', async () => {
  expect(await foundWith({ state: 'done', attempt: 2 })).toBe('s-1');
  expect(await foundWith({ state: 'queued' })).toBeUndefined();
  expect(await foundWith({ state: 'seen', attempt: 2 })).toBeUndefined();
});

test('a turn that its process left unended when it asked does not hold the gate up for ever', async () => {
  const asking = { state: 'seen', attempt: 1 } as const;
  expect(await foundWith(asking, { state: 'done', attempt: 2 })).toBe('s-1');
});

test('the gate of a session that was given more to do meanwhile is not run', async () => {
  const store = new OracleStore();
  const session = aSession({ id: 's-1', state: 'starting', attempt: 2 });
  const turn = aTurn({ sessionId: 's-1', state: 'handed', attempt: 2 });
  await store.commit([
    { kind: 'add-session', session, spec: aSpec(), journal },
    { kind: 'add-turn', turn, journal },
  ]);
  let runs = 0;
  const gates = {
    run: async () => {
      runs += 1;
      return { isGreen: true };
    },
  };
  const deps = { store, gates, by: 'supervisor', clock: { now: () => 1 } } as unknown as LoopDeps;
  expect(await checkGate(deps, aLoop({ atWork: [iteration] }), iteration)).toBe('again');
  expect(runs).toBe(0);
});

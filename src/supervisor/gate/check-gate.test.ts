import { expect, test, vi } from 'vitest';
import { aLoop } from '../../../tests/samples/loop.ts';
import { roundDeps } from '../../../tests/samples/round.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aSession, aSpec, aTurn } from '../../../tests/store/rows.ts';
import { unwrap } from '../../app/draft.ts';
import type { Loop } from '../../domain/loop/loop.ts';
import { stepSession } from '../../domain/session/session.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import type { GateEnd, Gates } from '../../runtime/gate/gates.ts';
import type { LoopDeps } from '../loop/loop-deps.ts';
import { checkGate, findToCheck } from './check-gate.ts';
import { createGateRunner } from './gate-runner.ts';

const journal = { at: 1, by: 'ann', note: '' };
const iteration = { number: 1, sessionId: 's-1', workId: 'w-1', gate: 'make', isGreen: false, reds: 0 };

function roundWith(store: OracleStore, run: Gates['run']): { deps: LoopDeps; woken: string[] } {
  const woken: string[] = [];
  const gateRunner = createGateRunner({ run }, (key) => woken.push(key));
  const parts: Partial<LoopDeps> = { ...roundDeps({ store }), gateRunner };
  return { deps: parts as LoopDeps, woken };
}

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
  const { deps } = roundWith(store, async () => ({ isGreen: true }));
  return (await findToCheck(deps, aLoop({ atWork: [iteration] })))?.sessionId;
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

/** A loop in the store whose only session has done its first turn. */
async function storeThrough(): Promise<{ store: OracleStore; loop: Loop }> {
  const store = new OracleStore();
  const session = aSession({ id: 's-1', state: 'idle', attempt: 2, stateSince: 5 });
  const turn = aTurn({ sessionId: 's-1', state: 'done', attempt: 2 });
  const loop = aLoop({ atWork: [iteration] });
  await store.commit([
    { kind: 'add-session', session, spec: aSpec(), journal },
    { kind: 'add-turn', turn, journal },
    { kind: 'add-loop', loop, journal },
  ]);
  return { store, loop };
}

test('a round begins a gate, has nothing to do while it runs, and takes its end when woken', async () => {
  const { store, loop } = await storeThrough();
  let pass = (_: GateEnd): void => {};
  const { deps, woken } = roundWith(
    store,
    () =>
      new Promise((resolve) => {
        pass = resolve;
      }),
  );
  expect(await checkGate(deps, loop, iteration)).toBe('again');
  expect(await findToCheck(deps, loop)).toBeNull();
  pass({ isGreen: true });
  await vi.waitFor(() => expect(woken).toEqual([`loop:${loop.id}`]), { timeout: 20_000 });
  expect(await findToCheck(deps, loop)).toEqual(iteration);
  await checkGate(deps, loop, iteration);
  expect(await store.findSession('s-1')).toMatchObject({ state: 'stopping', ending: 'completed' });
});

test('what a gate says of a session that was given more to do meanwhile is dropped', async () => {
  const { store, loop } = await storeThrough();
  let runs = 0;
  const { deps } = roundWith(store, async () => {
    runs += 1;
    return { isGreen: false, output: 'leaks', isMissing: false };
  });
  await checkGate(deps, loop, iteration);
  const session = await store.findSession('s-1');
  if (!session) throw new Error('it vanished');
  for (const event of ['asked', 'answered'] as const) {
    const from = (await store.findSession('s-1')) ?? session;
    const step = unwrap(stepSession(from, event, { at: 7 }));
    await store.commit([{ kind: 'step-session', step, journal }]);
  }
  expect(await findToCheck(deps, loop)).toEqual(iteration);
  await checkGate(deps, loop, iteration);
  expect([runs, (await store.findLoop(loop.id))?.atWork[0]?.reds]).toEqual([2, 0]);
});

test('the gate of a session that was given more to do just before is not run', async () => {
  const store = new OracleStore();
  const session = aSession({ id: 's-1', state: 'starting', attempt: 2 });
  const turn = aTurn({ sessionId: 's-1', state: 'handed', attempt: 2 });
  await store.commit([
    { kind: 'add-session', session, spec: aSpec(), journal },
    { kind: 'add-turn', turn, journal },
  ]);
  let runs = 0;
  const { deps } = roundWith(store, async () => {
    runs += 1;
    return { isGreen: true };
  });
  expect(await checkGate(deps, aLoop({ atWork: [iteration] }), iteration)).toBe('again');
  expect(runs).toBe(0);
});

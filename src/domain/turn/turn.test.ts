import { expect, test } from 'vitest';
import { aTurn } from '../../../tests/store/rows.ts';
import {
  handedTurns,
  isOpenTurn,
  isWithin,
  nextPosition,
  queuedTurns,
  steeringTurns,
  stepTurn,
  type TurnEvent,
  type TurnKind,
  type TurnState,
} from './turn.ts';

const STATES: readonly TurnState[] = ['queued', 'handed', 'seen', 'done', 'failed', 'interrupted', 'dropped'];
const EVENTS: readonly TurnEvent[] = ['hand', 'see', 'return', 'finish', 'fail', 'interrupt', 'drop'];

function tableOf(state: TurnState): string {
  const cells = EVENTS.flatMap((event) => {
    const step = stepTurn(aTurn({ state }), event, { at: 1 });
    return step.ok ? [`${event} → ${step.value.to.state}`] : [];
  });
  return `${state}: ${cells.join(', ') || 'final'}`;
}

test('the receipt of a turn is this table; an absent cell is refused', () => {
  expect(STATES.map(tableOf).join('\n')).toMatchInlineSnapshot(`
    "queued: hand → handed, drop → dropped
    handed: see → seen, return → queued, finish → done, fail → failed, interrupt → interrupted, drop → dropped
    seen: return → queued, finish → done, fail → failed, interrupt → interrupted, drop → dropped
    done: final
    failed: final
    interrupted: final
    dropped: final"
  `);
});

test('a turn remembers the attempt that it was handed to last, also back in the queue', () => {
  const handed = stepTurn(aTurn(), 'hand', { at: 5, attempt: 3 });
  expect(handed.ok && handed.value.to).toMatchObject({ state: 'handed', attempt: 3, changedAt: 5 });
  const back = stepTurn(aTurn({ state: 'handed', attempt: 3 }), 'return', { at: 6 });
  expect(back.ok && back.value.to).toMatchObject({ state: 'queued', attempt: 3, changedAt: 6 });
});

test('a step that the table does not have names the turn', () => {
  expect(stepTurn(aTurn({ state: 'done', number: 4 }), 'drop', { at: 1 })).toEqual({
    ok: false,
    refusal: { code: 'moved-meanwhile', what: `turn 4 of ${aTurn().sessionId}` },
  });
});

test('a turn is open from its handing over to its end', () => {
  expect(STATES.filter((state) => isOpenTurn(aTurn({ state })))).toEqual(['handed', 'seen']);
});

test('what steers goes at once, with what was queued before it and nothing after', () => {
  const turn = (number: number, kind: TurnKind, state: TurnState = 'queued') =>
    aTurn({ number, kind, state });
  const turns = [turn(1, 'prompt', 'seen'), turn(2, 'message'), turn(3, 'steer'), turn(4, 'message')];
  expect(steeringTurns(turns).map(({ number }) => number)).toEqual([2, 3]);
  expect(steeringTurns([turn(1, 'steer', 'seen'), turn(2, 'message')])).toEqual([]);
});

test('what goes on with begun work is handed over first, and keeps that position', () => {
  const turn = (number: number, kind: TurnKind) => aTurn({ id: `t${number}`, number, kind, state: 'queued' });
  const turns = [turn(1, 'message'), turn(2, 'steer'), turn(3, 'answer'), turn(4, 'continue')];
  expect(queuedTurns(turns).map(({ number }) => number)).toEqual([3, 4, 1, 2]);

  const handed = queuedTurns(turns).reduce((all, one) => {
    const step = stepTurn(one, 'hand', { at: 1, attempt: 7, position: nextPosition(all, 7) });
    return all.map((other) => (step.ok && other.id === one.id ? step.value.to : other));
  }, turns);
  expect(handedTurns(handed, 7).map(({ number }) => number)).toEqual([3, 4, 1, 2]);
  expect(handedTurns(handed, 8)).toEqual([]);
});

test('what was submitted before the end of a turn may be read within it, later not', () => {
  const turns = [aTurn({ attempt: 2, state: 'done', changedAt: 100 })];
  expect(isWithin({ attempt: 2, submittedAt: 100 }, turns)).toBe(true);
  expect(isWithin({ attempt: 2, submittedAt: 101 }, turns)).toBe(false);
  expect(isWithin({ attempt: 3, submittedAt: 50 }, turns)).toBe(false);
  expect(
    isWithin({ attempt: 2, submittedAt: 50 }, [aTurn({ attempt: 2, state: 'seen', changedAt: 90 })]),
  ).toBe(false);
});

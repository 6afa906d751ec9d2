import { expect, test } from 'vitest';
import { aSession } from '../../../tests/store/rows.ts';
import {
  holdsSlot,
  isOver,
  SESSION_STATES,
  type Session,
  type SessionEvent,
  type SessionState,
  stepSession,
  workedMs,
} from './session.ts';

const EVENTS: Readonly<Record<SessionEvent, true>> = {
  launch: true,
  heard: true,
  'hand-turn': true,
  'turn-ended': true,
  woke: true,
  asked: true,
  'await-children': true,
  interrupt: true,
  answered: true,
  'answered-live': true,
  park: true,
  wake: true,
  'take-over': true,
  'hand-back': true,
  due: true,
  end: true,
  stop: true,
  gone: true,
};

function tableOf(state: SessionState): string {
  const cells = Object.keys(EVENTS).flatMap((event) => {
    const step = stepSession(aSession({ state, ending: 'failed' }), event as SessionEvent, { at: 1 });
    return step.ok ? [`${event}→${step.value.to.state}`] : [];
  });
  return [state, ...cells].join('\n  ');
}

test('the machine is this table; an absent cell is refused', () => {
  expect(SESSION_STATES.map(tableOf).join('\n')).toMatchInlineSnapshot(`
    "created
      launch→starting
      asked→waiting
      interrupt→waiting
      end→stopping
      stop→killed
    starting
      heard→working
      asked→waiting
      interrupt→waiting
      park→parked
      take-over→parked
      end→stopping
      stop→stopping
    working
      turn-ended→idle
      asked→waiting
      await-children→waiting
      interrupt→waiting
      park→parked
      take-over→parked
      hand-back→parked
      end→stopping
      stop→stopping
    idle
      launch→starting
      hand-turn→working
      woke→working
      asked→waiting
      await-children→waiting
      interrupt→waiting
      take-over→parked
      hand-back→parked
      end→stopping
      stop→stopping
    waiting
      interrupt→waiting
      answered→idle
      answered-live→working
      take-over→parked
      hand-back→parked
      end→stopping
      stop→stopping
    parked
      interrupt→waiting
      wake→parked
      take-over→parked
      hand-back→parked
      due→idle
      stop→stopping
    stopping
      gone→failed
    completed
    failed
    killed"
  `);
});

test('a step that the machine does not have names the state and the event', () => {
  const step = stepSession(aSession({ state: 'completed' }), 'launch', { at: 1 });
  expect(step).toEqual({
    ok: false,
    refusal: { code: 'illegal-step', sessionId: aSession().id, state: 'completed', event: 'launch' },
  });
});

test.each(['completed', 'failed', 'killed'] as const)('stopping leaves by its ending: %s', (ending) => {
  const step = stepSession(aSession({ state: 'stopping', ending }), 'gone', { at: 7 });
  expect(step.ok && step.value.to).toMatchObject({ state: ending, endedAt: 7 });
});

test('stopping without a decided ending cannot be left', () => {
  expect(stepSession(aSession({ state: 'stopping' }), 'gone', { at: 7 }).ok).toBe(false);
});

test('every step raises the version by one and says since when its state holds', () => {
  const step = stepSession(aSession({ version: 4 }), 'launch', { at: 9 });
  expect(step.ok && step.value.to).toMatchObject({ version: 5, stateSince: 9, startedAt: 9 });
});

test('one that is killed before it started is over at once, with its ending', () => {
  const step = stepSession(aSession(), 'stop', { at: 3 });
  expect(step.ok && step.value.to).toMatchObject({ state: 'killed', ending: 'killed', endedAt: 3 });
});

test('working time runs only while a slot is held', () => {
  let session = aSession();
  const go = (event: SessionEvent, at: number): void => {
    const step = stepSession(session, event, { at });
    if (step.ok) session = step.value.to;
  };
  go('launch', 100);
  go('heard', 110);
  expect(workedMs(session, 150)).toBe(50);
  go('asked', 200);
  expect(workedMs(session, 9_000)).toBe(100);
  go('answered-live', 10_000);
  expect(workedMs(session, 10_005)).toBe(105);
});

test('the time of a person who took it over is not working time', () => {
  const taken = aSession({ state: 'working', takenOver: true, workedMs: 40, workingSince: 100 });
  expect(workedMs(taken, 900)).toBe(40);
  const back = stepSession(taken, 'hand-back', { at: 900, patch: { takenOver: false } });
  expect(back.ok && back.value.to).toMatchObject({ workedMs: 40, workingSince: null });
});

test('a time to resume is kept only while parked', () => {
  const parked = stepSession(aSession({ state: 'working' }), 'park', { at: 1, patch: { resumeAt: 50 } });
  expect(parked.ok && parked.value.to.resumeAt).toBe(50);
  const due = stepSession(aSession({ state: 'parked', resumeAt: 50 }), 'due', { at: 60 });
  expect(due.ok && due.value.to.resumeAt).toBeNull();
});

test('why it is parked lasts as long as that, also when it is woken; progress forgets the failures', () => {
  const parking = { cause: 'service-outage', text: 'API Error: 500' } as const;
  const parked = aSession({ state: 'parked', parked: parking, failures: 3, resumeAt: 9_000 });
  const after = (from: Session, event: SessionEvent, patch = {}) => {
    const step = stepSession(from, event, { at: 300, patch });
    return step.ok ? step.value.to : undefined;
  };
  const woken = after(parked, 'wake', { resumeAt: 300 });
  expect(woken).toMatchObject({ state: 'parked', parked: parking, failures: 3, resumeAt: 300 });
  expect(after(parked, 'due')).toMatchObject({ state: 'idle', parked: null, failures: 3 });
  expect(after(parked, 'take-over')).toMatchObject({ state: 'parked', parked: null });
  const working = aSession({ state: 'working', failures: 3 });
  expect(after(working, 'turn-ended')?.failures).toBe(0);
  expect(after(working, 'asked')?.failures).toBe(0);
});

test('only starting and working hold a slot, and only three states are final', () => {
  expect(SESSION_STATES.filter(holdsSlot)).toEqual(['starting', 'working']);
  expect(SESSION_STATES.filter((state) => isOver({ state }))).toEqual(['completed', 'failed', 'killed']);
});

test('an interrupt holds as long as its session waits, whatever else is asked', () => {
  let session = aSession({ state: 'working', workingSince: 100 });
  const go = (event: SessionEvent): void => {
    const step = stepSession(session, event, { at: 300 });
    if (step.ok) session = step.value.to;
  };
  go('interrupt');
  expect(session).toMatchObject({ state: 'waiting', isInterrupted: true, workedMs: 200 });
  expect(holdsSlot(session.state)).toBe(false);
  go('interrupt');
  expect(session.isInterrupted).toBe(true);
  go('answered');
  expect(session).toMatchObject({ state: 'idle', isInterrupted: false });
  go('asked');
  expect(session).toMatchObject({ state: 'waiting', isInterrupted: false });
});

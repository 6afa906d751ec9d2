import { describe, expect, test } from 'vitest';
import { aLoop } from '../../../tests/samples/loop.ts';
import { decideLoopMove, type LoopFacts, patchAfterIteration } from './loop-move.ts';

const NOW = 10_000;
const ITERATION = { number: 1, sessionId: 's-1', workId: 'w-1', gate: null, isGreen: false, reds: 0 };
const facts = (changes: Partial<LoopFacts> = {}): LoopFacts => ({
  now: NOW,
  ended: null,
  toCheck: null,
  question: null,
  asking: null,
  answered: null,
  unanswered: 0,
  isHeldUp: false,
  interrupt: null,
  isPaused: false,
  prospect: 'ready',
  maxFailures: 5,
  ...changes,
});

describe('a loop that runs', () => {
  test('begins what is ready while it has a slot', () => {
    expect(decideLoopMove(aLoop(), facts())).toEqual({ is: 'begin' });
    expect(decideLoopMove(aLoop({ atWork: [ITERATION] }), facts())).toEqual({ is: 'rest', until: null });
    const two = aLoop({ atWork: [ITERATION], concurrency: 2 });
    expect(decideLoopMove(two, facts())).toEqual({ is: 'begin' });
  });

  test('waits out its pause, and not a moment longer', () => {
    const loop = aLoop({ nextAt: NOW + 1 });
    expect(decideLoopMove(loop, facts())).toEqual({ is: 'rest', until: NOW + 1 });
    expect(decideLoopMove(loop, facts({ now: NOW + 1 }))).toEqual({ is: 'begin' });
  });

  test('settles what has ended before anything else', () => {
    const loop = aLoop({ atWork: [ITERATION], failures: 5 });
    const told = facts({ ended: ITERATION, interrupt: 'stop' });
    expect(decideLoopMove(loop, told)).toEqual({ is: 'settle', iteration: ITERATION });
  });

  test('checks a gate before it begins something else, unless it is paused', () => {
    const loop = aLoop({ atWork: [ITERATION], concurrency: 2 });
    const told = facts({ toCheck: ITERATION });
    expect(decideLoopMove(loop, told)).toEqual({ is: 'check', iteration: ITERATION });
    expect(decideLoopMove({ ...loop, state: 'paused' }, told)).toMatchObject({ is: 'rest' });
  });

  test('checks no gate while an interrupt holds it up, whether or not it has asked about it', () => {
    const told = facts({ toCheck: ITERATION, interrupt: 'look at main' });
    const loop = aLoop({ atWork: [ITERATION] });
    expect(decideLoopMove(loop, told)).toMatchObject({ is: 'ask-interrupt' });
    const question = { state: 'open', text: 'look at main', isInterrupt: true, isStop: false } as const;
    const waiting = { ...loop, state: 'waiting' } as const;
    expect(decideLoopMove(waiting, { ...told, question })).toEqual({ is: 'rest', until: null });
    expect(decideLoopMove({ ...loop, state: 'stopping' }, told)).toEqual({ is: 'rest', until: null });
  });

  test('asks after too many failures instead of going on', () => {
    expect(decideLoopMove(aLoop({ failures: 4 }), facts())).toEqual({ is: 'begin' });
    expect(decideLoopMove(aLoop({ failures: 5 }), facts())).toEqual({ is: 'ask-failures' });
  });

  test('begins nothing while something waits for what all would meet, and goes on after it', () => {
    const loop = aLoop({ atWork: [ITERATION], concurrency: 3 });
    expect(decideLoopMove(loop, facts({ isHeldUp: true }))).toEqual({ is: 'rest', until: null });
    expect(decideLoopMove(loop, facts())).toEqual({ is: 'begin' });
    const over = facts({ isHeldUp: true, ended: ITERATION });
    expect(decideLoopMove(loop, over)).toEqual({ is: 'settle', iteration: ITERATION });
  });

  test('is held up by an interrupt', () => {
    const move = decideLoopMove(aLoop(), facts({ interrupt: 'look at main' }));
    expect(move).toEqual({ is: 'ask-interrupt', text: 'look at main' });
  });

  test('is over after its last iteration, when nothing of it is at work', () => {
    const last = aLoop({ maxIterations: 2, iteration: 2 });
    expect(decideLoopMove(last, facts())).toMatchObject({ is: 'finish' });
    expect(decideLoopMove({ ...last, atWork: [ITERATION] }, facts())).toMatchObject({ is: 'rest' });
  });

  test('until empty: is over only when nothing can become ready', () => {
    const loop = aLoop({ untilEmpty: true, nextAt: NOW + 5 });
    expect(decideLoopMove(loop, facts({ prospect: 'none' }))).toMatchObject({ is: 'finish' });
    expect(decideLoopMove({ ...loop, nextAt: null }, facts({ prospect: 'later' }))).toMatchObject({
      is: 'rest',
    });
    expect(decideLoopMove(aLoop(), facts({ prospect: 'none' }))).toMatchObject({ is: 'rest' });
  });
});

describe('a loop with something that waits for an answer', () => {
  const own = { ...ITERATION, sessionId: 's-2' };
  const aside = { ...ITERATION, sessionId: 's-3', isAside: true };
  const loop = aLoop({ hasWorkspace: true, atWork: [own] });
  const REST = { is: 'rest', until: null };

  test('sets it aside for what is ready, and begins that', () => {
    expect(decideLoopMove(loop, facts({ asking: own }))).toEqual({ is: 'set-aside', iteration: own });
    expect(decideLoopMove({ ...loop, atWork: [aside] }, facts({ unanswered: 1 }))).toEqual({ is: 'begin' });
    expect(decideLoopMove(loop, facts({ asking: own, prospect: 'later' }))).toEqual(REST);
    expect(decideLoopMove(loop, facts({ asking: own, isHeldUp: true }))).toEqual(REST);
  });

  test('is held up by it where too many wait, and where it was told so', () => {
    const asked = facts({ asking: own });
    expect(decideLoopMove(loop, { ...asked, unanswered: 4 })).toMatchObject({ is: 'set-aside' });
    expect(decideLoopMove(loop, { ...asked, unanswered: 5 })).toEqual(REST);
    expect(decideLoopMove({ ...loop, maxWaiting: 0 }, asked)).toEqual(REST);
  });

  test('clears the folder that it shared of its changes before anything begins or comes back', () => {
    const shelf = { ref: 'r', full: 'f', bare: 'b', branch: null, isCleared: false };
    const shelved = { ...aside, shelf };
    const sharing = { ...loop, hasWorkspace: false, atWork: [shelved] };
    const clear = { is: 'clear', iteration: shelved };
    expect(decideLoopMove(sharing, facts({ unanswered: 1 }))).toEqual(clear);
    expect(decideLoopMove(sharing, facts({ answered: shelved }))).toEqual(clear);
    expect(decideLoopMove({ ...sharing, state: 'paused' }, facts())).toEqual(REST);
    const cleared = { ...sharing, atWork: [{ ...shelved, shelf: { ...shelf, isCleared: true } }] };
    expect(decideLoopMove(cleared, facts({ unanswered: 1 }))).toEqual({ is: 'begin' });
  });

  test('takes it up after its answer before it begins anything, as soon as there is room', () => {
    const told = facts({ answered: aside });
    const back = { is: 'take-up', iteration: aside };
    expect(decideLoopMove({ ...loop, atWork: [aside] }, told)).toEqual(back);
    expect(decideLoopMove({ ...loop, atWork: [aside, own] }, told)).toEqual(REST);
    const busy = { ...loop, atWork: [aside, own] };
    const swap = { is: 'set-aside', iteration: own };
    expect(decideLoopMove(busy, { ...told, asking: own, unanswered: 5 })).toEqual(swap);
    for (const state of ['waiting', 'stopping'] as const)
      expect(decideLoopMove({ ...loop, state, atWork: [aside] }, told)).toEqual(back);
    expect(decideLoopMove({ ...loop, state: 'paused', atWork: [aside] }, told)).toEqual(REST);
  });

  test('is not over before it is answered', () => {
    const last = { ...loop, atWork: [aside], untilEmpty: true, iteration: 1, maxIterations: 1 };
    expect(decideLoopMove(last, facts({ unanswered: 1, prospect: 'none' }))).toEqual(REST);
  });
});

describe('a loop that waits', () => {
  const waiting = aLoop({ state: 'waiting', questionId: 'q-1', failures: 5 });
  const asked = (changes: Partial<NonNullable<LoopFacts['question']>>) =>
    facts({ question: { state: 'open', text: 'still', isInterrupt: false, isStop: false, ...changes } });

  test('rests until there is an answer, and obeys it', () => {
    expect(decideLoopMove(waiting, asked({}))).toEqual({ is: 'rest', until: null });
    expect(decideLoopMove(waiting, asked({ state: 'answered' }))).toMatchObject({ is: 'go-on' });
    expect(decideLoopMove(waiting, asked({ state: 'answered', isStop: true }))).toMatchObject({ is: 'stop' });
  });

  test('goes on when the interrupt that it waits for is taken back', () => {
    const held = asked({ isInterrupt: true });
    expect(decideLoopMove(waiting, { ...held, interrupt: 'still' })).toEqual({ is: 'rest', until: null });
    expect(decideLoopMove(waiting, held)).toMatchObject({ is: 'go-on' });
  });

  test('asks anew when another interrupt took the place of the one that it asked about', () => {
    const held = { ...asked({ isInterrupt: true }), interrupt: 'something else' };
    expect(decideLoopMove(waiting, held)).toEqual({ is: 'go-on', why: 'another interrupt came' });
    const running = decideLoopMove(aLoop(), facts({ interrupt: 'something else' }));
    expect(running).toEqual({ is: 'ask-interrupt', text: 'something else' });
  });
});

test('a loop that was stopped is over when nothing of it is at work; a paused one begins nothing', () => {
  const stopping = aLoop({ state: 'stopping', atWork: [ITERATION] });
  expect(decideLoopMove(stopping, facts())).toEqual({ is: 'rest', until: null });
  expect(decideLoopMove({ ...stopping, atWork: [] }, facts())).toMatchObject({ is: 'finish' });
  expect(decideLoopMove(aLoop({ state: 'paused' }), facts())).toEqual({ is: 'rest', until: null });
});

test('while the project is paused, a loop settles what has ended and does nothing else', () => {
  const told = facts({ isPaused: true, toCheck: ITERATION, interrupt: 'stop' });
  expect(decideLoopMove(aLoop(), told)).toEqual({ is: 'rest', until: null });
  expect(decideLoopMove(aLoop(), { ...told, ended: ITERATION })).toMatchObject({ is: 'settle' });
});

describe('the pause after an iteration', () => {
  const CAP_MS = 300_000;
  const pauseAfter = (failures: number, delayMs: number, isGood = false): number => {
    const loop = aLoop({ failures, delayMs, atWork: [ITERATION] });
    return (patchAfterIteration(loop, ITERATION, { isGood, at: NOW, capMs: CAP_MS }).nextAt ?? 0) - NOW;
  };

  test('is 2, 4, 8, … seconds after failures in a row, up to five minutes', () => {
    const seconds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 20].map((failures) => pauseAfter(failures, 0) / 1000);
    expect(seconds).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  test('is never shorter than between iterations that went well', () => {
    expect([0, 1, 2].map((failures) => pauseAfter(failures, 5_000))).toEqual([5_000, 5_000, 8_000]);
  });

  test('begins anew with a success', () => {
    expect(pauseAfter(4, 5_000, true)).toBe(5_000);
    const loop = aLoop({ failures: 4, atWork: [ITERATION] });
    const good = patchAfterIteration(loop, ITERATION, { isGood: true, at: NOW, capMs: CAP_MS });
    expect(good).toMatchObject({ failures: 0, atWork: [], doneCount: 1 });
  });
});

import { expect, test } from 'vitest';
import { CANCEL_MS, type Closing, decideClose, goneBy, LEAVE_MS, nextPushMs } from './close-move.ts';

const closing = (changes: Partial<Closing> = {}): Closing => ({
  ending: 'killed',
  isMidTurn: false,
  isOnScreen: false,
  sinceMs: 0,
  graceMs: 30_000,
  ...changes,
});

test('a killed agent is sent TERM at once, and KILL when its grace is over', () => {
  expect(decideClose(closing())).toBe('send-term');
  expect(decideClose(closing({ sinceMs: 29_999 }))).toBe('send-term');
  expect(decideClose(closing({ sinceMs: 30_000 }))).toBe('send-kill');
});

test('a completed agent may first leave by itself', () => {
  const done = closing({ ending: 'completed' });
  expect(decideClose(done)).toBe('end-input');
  expect(decideClose({ ...done, sinceMs: LEAVE_MS })).toBe('send-term');
  expect(decideClose({ ...done, sinceMs: LEAVE_MS + 30_000 })).toBe('send-kill');
});

test('one that said it was done in the middle of its turn may end its sentence', () => {
  const midTurn = closing({ ending: 'completed', isMidTurn: true });
  expect(decideClose({ ...midTurn, sinceMs: 29_999 })).toBe('end-input');
  expect(decideClose({ ...midTurn, sinceMs: 30_000 })).toBe('send-term');
});

test('a screen has no input that could end: it is told to leave at once, unless in a turn', () => {
  const done = closing({ ending: 'completed', isOnScreen: true });
  expect(decideClose(done)).toBe('send-term');
  expect(decideClose({ ...done, sinceMs: 30_000 })).toBe('send-kill');
  expect(decideClose({ ...done, isMidTurn: true, sinceMs: 29_999 })).toBe('end-input');
});

test('the next push comes exactly when it becomes a harder one, until there is none', () => {
  for (const ending of ['killed', 'completed', null] as const) {
    let sinceMs = 0;
    const pushes: string[] = [];
    for (let push: number | null = 0; push !== null; push = nextPushMs(closing({ ending, sinceMs }))) {
      sinceMs += push;
      pushes.push(decideClose(closing({ ending, sinceMs })));
    }
    expect(new Set(pushes).size).toBe(pushes.length);
    expect(pushes.at(-1)).toBe('send-kill');
  }
});

test('a turn that goes on later is broken off by a word first, where the agent knows one', () => {
  const later = closing({ ending: null, isMidTurn: true, canCancel: true });
  expect(decideClose(later)).toBe('cancel');
  expect(nextPushMs(later)).toBe(CANCEL_MS);
  expect(decideClose({ ...later, sinceMs: CANCEL_MS })).toBe('send-term');
  expect(decideClose({ ...later, sinceMs: CANCEL_MS + 30_000 })).toBe('send-kill');
  expect(decideClose({ ...later, ending: 'killed' })).toBe('send-term');
});

test('what has to leave is gone when the whole of its grace is over', () => {
  expect(goneBy({ ending: 'killed', stateSince: 100 }, 30_000)).toBe(30_100);
  expect(goneBy({ ending: 'completed', stateSince: 100 }, 30_000)).toBe(60_100);
  expect(goneBy({ ending: 'completed', stateSince: 100 }, 500)).toBe(100 + LEAVE_MS + 500);
});

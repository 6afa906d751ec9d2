import { expect, test } from 'vitest';
import { anAttempt, aSession, aTurn } from '../../../tests/store/rows.ts';
import { decideTimers, isLetGo, type TimerMove } from './timers.ts';

type Timed = Parameters<typeof decideTimers>[0];

const MINUTE = 60_000;
const NOW = 100 * MINUTE;
const limits = {
  turnMs: 30 * MINUTE,
  silenceMs: 5 * MINUTE,
  outputMs: null,
  startMs: MINUTE,
  idleProcessMs: 5 * MINUTE,
  backgroundMs: 30 * MINUTE,
};

const timed = (changes: Partial<Timed> = {}): Timed => ({
  session: aSession({ state: 'working', stateSince: NOW, workingSince: NOW, lifetimeMs: 90 * MINUTE }),
  attempt: anAttempt(),
  openTurns: [],
  isAlive: true,
  tellsEvents: true,
  manyTurns: true,
  steers: true,
  hasQueued: false,
  isOnScreen: false,
  hasDialog: false,
  readyAt: 0,
  suspension: null,
  limits,
  now: NOW,
  ...changes,
});
const session = (changes: Parameters<typeof aSession>[0]) =>
  aSession({ stateSince: NOW, workingSince: NOW, lifetimeMs: 90 * MINUTE, ...changes });
const at = (now: number, changes: Partial<Timed> = {}): TimerMove => decideTimers(timed({ ...changes, now }));

test('a parked session is due at its time, and not before its process is gone', () => {
  const parked = session({ state: 'parked', resumeAt: NOW + 10 });
  expect(at(NOW, { session: parked, isAlive: false })).toEqual({ is: 'rest', nextAt: NOW + 10 });
  expect(at(NOW + 10, { session: parked, isAlive: false })).toEqual({ is: 'due' });
  expect(at(NOW + 10, { session: parked, isAlive: true }).is).toBe('rest');
});

test('who was begun by a loop is asked about when its time is used up', () => {
  const changes = { state: 'working', lifetimeMs: 10, metadata: { loop: 'loop-1' } } as const;
  expect(at(NOW + 10, { session: session(changes) })).toMatchObject({ is: 'ask-for-time' });
  expect(at(NOW + 10, { session: session({ ...changes, metadata: {} }) })).toMatchObject({ is: 'kill' });
});

test('what is held up together with others is not due, and its idle process may stay', () => {
  const suspension = { text: 'main is red' };
  const parked = session({ state: 'parked', resumeAt: NOW });
  expect(at(NOW + 10, { session: parked, isAlive: false, suspension })).toEqual({ is: 'rest', nextAt: null });
  const idle = session({ state: 'idle' });
  expect(at(NOW + 7, { session: idle, suspension }).is).toBe('rest');
});

test('an idle process is let go after a while, and longer ago with time', () => {
  const idle = session({ state: 'idle' });
  expect(at(NOW, { session: idle })).toEqual({ is: 'rest', nextAt: NOW + 5 * MINUTE });
  expect(at(NOW + 5 * MINUTE + 7, { session: idle })).toEqual({ is: 'let-go', sinceMs: 7 });
  expect(at(NOW + 5 * MINUTE, { session: idle, isAlive: false }).is).toBe('rest');
});

test('a process of one turn that is in the way of the next is let go at once', () => {
  const idle = session({ state: 'idle' });
  expect(at(NOW, { session: idle, hasQueued: true, manyTurns: false })).toEqual({ is: 'let-go', sinceMs: 0 });
  expect(at(NOW, { session: idle, hasQueued: true, manyTurns: true }).is).toBe('rest');
});

test('a process that was let go is handed nothing more', () => {
  const idle = timed({ session: session({ state: 'idle' }), now: NOW + 5 * MINUTE });
  expect(isLetGo({ ...idle, now: NOW + 5 * MINUTE - 1 })).toBe(false);
  expect(isLetGo(idle)).toBe(true);
  expect(isLetGo({ ...idle, session: session({ state: 'working' }) })).toBe(false);
});

test('a screen is never let go: it takes turns as long as its session rests', () => {
  const idle = { session: session({ state: 'idle', mode: 'interactive' }), isOnScreen: true };
  expect(at(NOW + 900 * MINUTE, idle)).toEqual({ is: 'rest', nextAt: null });
  expect(isLetGo(timed({ ...idle, now: NOW + 900 * MINUTE }))).toBe(false);
});

test('a pane without a screen of the CLI is let go like any other process', () => {
  const idle = { session: session({ state: 'idle', mode: 'interactive' }), manyTurns: false };
  expect(at(NOW, { ...idle, hasQueued: true })).toEqual({ is: 'let-go', sinceMs: 0 });
  expect(at(NOW + 5 * MINUTE, idle).is).toBe('let-go');
  expect(isLetGo(timed({ ...idle, now: NOW + 5 * MINUTE }))).toBe(true);
});

test.each(['created', 'waiting', 'stopping', 'completed'] as const)('no clock runs for %s', (state) => {
  expect(at(NOW + 900 * MINUTE, { session: session({ state }) })).toEqual({ is: 'rest', nextAt: null });
});

test('working time beyond the lifetime kills, and before that the clock rests until then', () => {
  const short = session({ state: 'working', workedMs: 89 * MINUTE });
  expect(at(NOW, { session: short })).toEqual({ is: 'rest', nextAt: NOW + MINUTE });
  expect(at(NOW + MINUTE, { session: short })).toEqual({
    is: 'kill',
    text: 'Timeout: worked longer than 90 min',
  });
});

test('an agent that is not heard from is given up, counted from when it could start', () => {
  const starting = session({ state: 'starting' });
  expect(at(NOW + MINUTE, { session: starting }).is).toBe('give-up-attempt');
  const readyAt = NOW + 10 * MINUTE;
  expect(at(NOW + MINUTE, { session: starting, readyAt })).toEqual({ is: 'rest', nextAt: readyAt + MINUTE });
  expect(at(readyAt + MINUTE, { session: starting, readyAt }).is).toBe('give-up-attempt');
});

test('a turn has a limit, and the wait for an answer does not count', () => {
  const turn = aTurn({ state: 'seen', changedAt: NOW - 60 * MINUTE });
  const busy = { openTurns: [turn], attempt: anAttempt({ lastEventAt: NOW + 29 * MINUTE }) };
  expect(at(NOW + 29 * MINUTE, busy).is).toBe('rest');
  expect(at(NOW + 30 * MINUTE, busy)).toEqual({
    is: 'give-up-attempt',
    text: 'the turn took longer than 30 min',
  });
});

test('a turn with a limit of its own is held to that one', () => {
  const turn = aTurn({ state: 'seen', changedAt: NOW, limitMs: 10 * MINUTE });
  const busy = { openTurns: [turn], attempt: anAttempt({ lastEventAt: NOW + 9 * MINUTE }) };
  expect(at(NOW + 9 * MINUTE, busy)).toEqual({ is: 'rest', nextAt: NOW + 10 * MINUTE });
  expect(at(NOW + 10 * MINUTE, busy)).toEqual({
    is: 'give-up-attempt',
    text: 'the turn took longer than 10 min',
  });
});

test('silence is nudged once, and given up when the nudge did not help', () => {
  expect(at(NOW + 5 * MINUTE - 1)).toEqual({ is: 'rest', nextAt: NOW + 5 * MINUTE });
  expect(at(NOW + 5 * MINUTE)).toEqual({ is: 'nudge', text: 'silent for 5 min' });
  const openTurns = [aTurn({ kind: 'nudge', state: 'handed', createdAt: NOW + 5 * MINUTE })];
  expect(at(NOW + 9 * MINUTE, { openTurns })).toEqual({ is: 'rest', nextAt: NOW + 10 * MINUTE });
  expect(at(NOW + 10 * MINUTE, { openTurns }).is).toBe('give-up-attempt');
});

test('after a second silence the newest nudge counts, so that nudges do not pile up', () => {
  const openTurns = [
    aTurn({ id: 'a', kind: 'nudge', state: 'handed', createdAt: NOW + 5 * MINUTE }),
    aTurn({ id: 'b', kind: 'nudge', state: 'handed', createdAt: NOW + 12 * MINUTE }),
  ];
  const attempt = anAttempt({ lastEventAt: NOW + 7 * MINUTE });
  expect(at(NOW + 12 * MINUTE, { attempt, openTurns: openTurns.slice(0, 1) }).is).toBe('nudge');
  expect(at(NOW + 12 * MINUTE, { attempt, openTurns }).is).toBe('rest');
});

test('a program without events may work in silence, unless a person limits it', () => {
  const mute = { tellsEvents: false, steers: false };
  expect(at(NOW + 20 * MINUTE, mute)).toEqual({ is: 'rest', nextAt: NOW + 30 * MINUTE });
  const limited = { ...mute, limits: { ...limits, outputMs: 10 * MINUTE } };
  expect(at(NOW + 9 * MINUTE, limited)).toEqual({ is: 'rest', nextAt: NOW + 10 * MINUTE });
  const text = 'printed nothing for 10 min';
  expect(at(NOW + 10 * MINUTE, limited)).toEqual({ is: 'give-up-attempt', text });
});

test('an agent that takes one turn only is not nudged, but waited for as long', () => {
  expect(at(NOW + 9 * MINUTE, { steers: false })).toEqual({ is: 'rest', nextAt: NOW + 10 * MINUTE });
  expect(at(NOW + 10 * MINUTE, { steers: false }).is).toBe('give-up-attempt');
});

test.each([
  ['a tool runs', { attempt: anAttempt({ currentTool: 'Bash' }) }],
  ['the agent tells no events and has a screen', { tellsEvents: false, isOnScreen: true, isAlive: false }],
])('silence means nothing while %s', (_, changes) => {
  expect(at(NOW + 20 * MINUTE, changes)).toEqual({ is: 'rest', nextAt: NOW + 30 * MINUTE });
});

const onScreen = (changes: Partial<Timed> = {}): Partial<Timed> => ({ isOnScreen: true, ...changes });
const SECOND = 1_000;

test('a quiet screen is looked at, less often with time, and before silence is acted on', () => {
  expect(at(NOW, onScreen())).toEqual({ is: 'rest', nextAt: NOW + 5 * SECOND });
  expect(at(NOW + 20 * SECOND, onScreen())).toEqual({
    is: 'look',
    otherwise: { is: 'rest', nextAt: NOW + 40 * SECOND },
  });
  expect(at(NOW + 5 * MINUTE, onScreen())).toEqual({
    is: 'look',
    otherwise: { is: 'nudge', text: 'silent for 5 min' },
  });
});

test('it is looked at while a tool runs, too', () => {
  const attempt = anAttempt({ currentTool: 'Bash', lastEventAt: NOW + MINUTE });
  expect(at(NOW + 2 * MINUTE, onScreen({ attempt }))).toEqual({
    is: 'look',
    otherwise: { is: 'rest', nextAt: NOW + 3 * MINUTE },
  });
});

test.each([
  ['nothing was read yet', { openTurns: [aTurn({ state: 'handed' })] }],
  ['its process is gone', { isAlive: false }],
  ['it has no screen', { isOnScreen: false }],
])('no screen is looked at when %s', (_, changes) => {
  expect(at(NOW + MINUTE, onScreen(changes)).is).toBe('rest');
});

test('one that waits is looked at only for a dialog, which a person may have dismissed', () => {
  const waiting = session({ state: 'waiting' });
  expect(at(NOW + MINUTE, onScreen({ session: waiting }))).toEqual({ is: 'rest', nextAt: null });
  expect(at(NOW + MINUTE, onScreen({ session: waiting, hasDialog: true }))).toEqual({
    is: 'look',
    otherwise: { is: 'rest', nextAt: NOW + 2 * MINUTE },
  });
});

test('no clock runs out on a person who has taken a session over; their screen is only looked at', () => {
  const taken = session({ state: 'working', mode: 'interactive', takenOver: true });
  expect(at(NOW + 1000 * MINUTE, onScreen({ session: taken }))).toEqual({
    is: 'look',
    otherwise: { is: 'rest', nextAt: NOW + 2000 * MINUTE },
  });
  const unread = [aTurn({ state: 'handed' })];
  expect(at(NOW + 1000 * MINUTE, onScreen({ session: taken, openTurns: unread }))).toEqual({
    is: 'rest',
    nextAt: null,
  });
});

test('a screen that was taken over and does not open is given up like any other', () => {
  const starting = session({ state: 'starting', mode: 'interactive', takenOver: true });
  expect(at(NOW + MINUTE, onScreen({ session: starting })).is).toBe('give-up-attempt');
});

const waitsFor = (dueAt: number | null) =>
  anAttempt({ awaited: [{ id: 'b1', kind: 'command', text: 'npm test', dueAt, since: 1 }] });

test('a process that waits for work in the background is not let go; a person is asked in the end', () => {
  const idle = { session: aSession({ state: 'idle', attempt: 1, stateSince: NOW - 6 * MINUTE }) };
  expect(at(NOW, { ...idle, attempt: anAttempt() })).toMatchObject({ is: 'let-go' });
  expect(at(NOW, { ...idle, attempt: waitsFor(null) })).toEqual({ is: 'rest', nextAt: NOW + 24 * MINUTE });
  const old = { session: aSession({ state: 'idle', attempt: 1, stateSince: NOW - 30 * MINUTE }) };
  expect(at(NOW, { ...old, attempt: waitsFor(null) })).toEqual({ is: 'ask-about-wait', waited: '30 min' });
});

test('a wake-up that lies later is given until its time', () => {
  const old = { session: aSession({ state: 'idle', attempt: 1, stateSince: NOW - 60 * MINUTE }) };
  const dueAt = NOW + 5 * MINUTE;
  expect(at(NOW, { ...old, attempt: waitsFor(dueAt) })).toEqual({ is: 'rest', nextAt: dueAt + MINUTE });
});

test('a CLI that tries again by itself is parked: soon at a limit, else after the time of silence', () => {
  const stalled = (problem: string) => anAttempt({ stall: { since: NOW, text: 'try 3', problem } });
  const limited = { attempt: stalled('rate-limit'), manyTurns: false };
  expect(at(NOW, limited)).toEqual({ is: 'rest', nextAt: NOW + 15_000 });
  expect(at(NOW + 15_000, limited)).toEqual({ is: 'park', cause: 'rate-limit', text: 'try 3' });
  const failing = { attempt: stalled('server-error') };
  expect(at(NOW + 5 * MINUTE - 1, failing)).toEqual({ is: 'rest', nextAt: NOW + 5 * MINUTE });
  expect(at(NOW + 5 * MINUTE, failing)).toEqual({ is: 'park', cause: 'service-outage', text: 'try 3' });
});

test('nothing is parked while a tool is at work, or while a person sits before the screen', () => {
  const stall = { since: 0, text: 'try 3', problem: 'rate-limit' };
  expect(at(NOW, { attempt: anAttempt({ stall, currentTool: 'Bash' }) }).is).toBe('rest');
  const takenOver = session({ state: 'working', takenOver: true });
  expect(at(NOW, { attempt: anAttempt({ stall }), session: takenOver }).is).toBe('rest');
});

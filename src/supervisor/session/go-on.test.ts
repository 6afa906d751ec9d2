import { expect, test } from 'vitest';
import { anAttempt, aSession, aTurn } from '../../../tests/store/rows.ts';
import { type Draft, openDraft } from '../../app/draft.ts';
import { queuedTurns, type Turn } from '../../domain/turn/turn.ts';
import { draftContinue, draftLostWait, draftReturnTurns } from './go-on.ts';

const draftOf = (turns: readonly Turn[]): Draft =>
  openDraft(aSession({ state: 'parked', attempt: 1 }), turns, { at: 1_000, by: 'supervisor' });

const turns = [
  aTurn({ id: 'a', number: 1, state: 'done', attempt: 1 }),
  aTurn({ id: 'b', number: 2, state: 'seen', attempt: 1 }),
  aTurn({ id: 'c', number: 3, state: 'handed', attempt: 1 }),
  aTurn({ id: 'd', number: 4, state: 'queued', attempt: 0 }),
];

test('of an attempt that is over, what was never read goes back and what was read is interrupted', () => {
  const draft = draftOf(turns);
  draftReturnTurns(draft, { canResume: true });
  expect(draft.turns.map(({ state }) => state)).toEqual(['done', 'interrupted', 'queued', 'queued']);
});

test('an agent without a memory gets back also what it has read', () => {
  const draft = draftOf(turns);
  draftReturnTurns(draft, { canResume: false });
  expect(draft.turns.map(({ state }) => state)).toEqual(['done', 'queued', 'queued', 'queued']);
});

function goOn(turns: readonly Turn[], canResume = true): readonly string[] {
  const draft = draftOf(turns);
  const brokenOff = draftReturnTurns(draft, { canResume });
  draftContinue(draft, {
    brokenOff,
    attempt: anAttempt({ tools: 2, currentTool: 'Bash' }),
    uuid: () => 'new',
  });
  return queuedTurns(draft.turns).map(({ kind, body }) => `${kind}: ${body}`);
}

const task = aTurn({ id: 'a', number: 1, state: 'seen', attempt: 1, body: 'Three steps.' });
const message = aTurn({ id: 'b', number: 2, kind: 'message', state: 'queued', body: 'And tea.' });

test('a nudge goes with the process that was silent, and is not what goes on', () => {
  for (const state of ['handed', 'seen'] as const) {
    const nudge = aTurn({ id: 'n', number: 2, kind: 'nudge', state, attempt: 1, body: 'Are you there?' });
    expect(goOn([task, nudge])).toEqual([expect.not.stringContaining('Are you there?')]);
  }
});

test('a nudge that was read is not told as one that was not', () => {
  for (const [before, after] of [
    ['handed', 'dropped'],
    ['seen', 'interrupted'],
  ] as const) {
    const draft = draftOf([task, aTurn({ id: 'n', number: 2, kind: 'nudge', state: before, attempt: 1 })]);
    expect(draftReturnTurns(draft, { canResume: true })).toEqual([task]);
    expect(draft.turns.map(({ state }) => state)).toEqual(['interrupted', after]);
  }
});

test('a turn that was broken off goes on before a message that waits', () => {
  expect(goOn([task, message])).toEqual([
    expect.stringMatching(
      /^continue: Continue where you left off\. .*begun 2 tools.* Bash, may not have run/,
    ),
    'message: And tea.',
  ]);
});

test('a message that was broken off is named, so that a conversation without it can go on too', () => {
  const begun = { ...message, state: 'seen', attempt: 1 } as const;
  const [first, second] = goOn([{ ...task, state: 'done' }, begun, { ...message, id: 'c', number: 3 }]);
  expect(first).toMatch(/^continue: .*The turn was:\n\nAnd tea\.$/s);
  expect(second).toBe('message: And tea.');
});

test('what goes on already is not told twice, and is said again when it is broken off itself', () => {
  const answer = aTurn({ id: 'c', number: 3, kind: 'answer', state: 'queued', body: 'Yes.' });
  expect(goOn([task, message, answer])).toEqual(['answer: Yes.', 'message: And tea.']);
  const second = aTurn({ id: 'd', number: 4, kind: 'continue', state: 'seen', attempt: 1, body: 'Go on.' });
  expect(goOn([message, second])).toEqual(['continue: Go on.', 'message: And tea.']);
});

test('an agent without a memory begins the turn again, also before the message', () => {
  expect(goOn([task, message], false)).toEqual(['prompt: Three steps.', 'message: And tea.']);
});

test('where nothing was broken off, what waits is enough', () => {
  expect(goOn([{ ...task, state: 'done' }, message])).toEqual(['message: And tea.']);
  expect(goOn([{ ...task, state: 'done' }])).toEqual(['continue: Continue where you left off.']);
});

test('what the agent waited for and lost with its process is looked after, so often and no more', () => {
  const awaited = [{ id: 'b1', kind: 'command', text: 'npm test', dueAt: null, since: 1 }] as const;
  const draft = openDraft(aSession({ state: 'idle', attempt: 1 }), [{ ...task, state: 'done' }], {
    at: 1_000,
    by: 'supervisor',
  });
  for (let times = 0; times < 5; times++)
    draftLostWait(draft, { awaited, retries: 2, uuid: () => `n${times}` });
  const queued = queuedTurns(draft.turns).map(({ kind, body }) => `${kind}: ${body}`);
  expect(queued).toHaveLength(2);
  expect(queued[0]).toContain('while you waited for command "npm test"');
});

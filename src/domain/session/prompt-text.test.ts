import { expect, test } from 'vitest';
import { aTurn } from '../../../tests/store/rows.ts';
import { answerText, forgottenText, type Hearing, promptText, taskOf } from './prompt-text.ts';

const TASK = aTurn({ id: 't1', number: 1, kind: 'prompt', body: 'Task.' });
const AND_NOW = aTurn({ id: 't2', number: 2, kind: 'message', body: 'And now?' });

const gone = (more: Partial<Hearing> = {}): Hearing => ({
  turns: [TASK, AND_NOW],
  isResumed: false,
  lastWords: null,
  ...more,
});

test('in a conversation that goes on, a turn is its own words', () => {
  expect(promptText(AND_NOW, gone({ isResumed: true, lastWords: 'Blue.' }))).toBe('And now?');
});

test('the first prompt is its own words also where a conversation begins again', () => {
  expect(promptText(TASK, gone())).toBe('Task.');
});

test('a session that is told something before it has a task is told just that', () => {
  const first = aTurn({ number: 1, kind: 'message', body: 'Get ready.' });
  expect(promptText(first, gone({ turns: [first] }))).toBe('Get ready.');
});

test('without the conversation, anything else comes after the task and a word on what happened', () => {
  const text = promptText(AND_NOW, gone());
  expect(text.startsWith('Task.\n')).toBe(true);
  expect(text).toContain('interrupted');
  expect(text.endsWith('And now?')).toBe(true);
});

test('it is told also what is known of the conversation that is gone, and then its own words', () => {
  const told = aTurn({ id: 't2', number: 2, kind: 'message', body: 'Use tabs.', state: 'done', attempt: 1 });
  const other = { ...told, id: 't3', number: 3, body: 'Never mind.', state: 'dropped' as const };
  const again = { ...told, id: 't4', number: 4, kind: 'continue' as const, body: 'Continue.' };
  const now = aTurn({ id: 't5', number: 5, kind: 'message', body: 'And now?', state: 'handed', attempt: 2 });
  const turns = [TASK, told, other, again, now];
  const text = promptText(now, gone({ turns, lastWords: 'It is blue.' }));
  expect(text).toMatch(
    /^Task\.\n[\s\S]*do not remember[\s\S]*Use tabs\.[\s\S]*It is blue\.[\s\S]*And now\?$/,
  );
  expect(text).not.toMatch(/Never mind|Continue|interrupted/);
  const broken = { ...told, id: 't0', state: 'interrupted' as const };
  expect(promptText(now, gone({ turns: [...turns, broken] }))).toContain('was interrupted');
  const long = promptText(now, gone({ turns, lastWords: 'x'.repeat(100_000) }));
  expect(long.length).toBeLessThan(6_000);
});

test('a turn that was not kept is told again with its answer, and once', () => {
  const text = forgottenText({ kind: 'message', body: 'Use tabs.' }, 'I do.');
  expect(text).toMatch(/Use tabs\.[\s\S]*I do\./);
  expect(forgottenText({ kind: 'continue', body: text }, 'Good.')).toBe(text);
});

test('in a run the task is that of the round, and is not said twice', () => {
  const first = { ...TASK, round: 1 };
  const second = aTurn({ id: 't3', number: 3, kind: 'message', body: 'Mend it.', round: 3 });
  const reminder = aTurn({ id: 't4', number: 4, kind: 'message', body: 'The run waits.', round: 3 });
  const goOn = aTurn({ id: 't5', number: 5, kind: 'continue', body: 'Continue.', round: null });
  const turns = [first, AND_NOW, second, reminder, goOn];
  expect(turns.map((turn) => taskOf(turns, turn).id)).toEqual(['t1', 't1', 't3', 't3', 't3']);
  expect(taskOf([AND_NOW], AND_NOW)).toBe(AND_NOW);
  expect(promptText(goOn, gone({ turns }))).toMatch(/^Mend it\.\n[\s\S]*Continue\.$/);
  expect(promptText(second, gone({ turns }))).toMatch(/^Mend it\.\n[\s\S]*before you begin again\.$/);
});

test('an answer repeats its question', () => {
  expect(answerText('Red?', 'No, blue.')).toBe(
    'You asked: Red?\n\nThe answer is: No, blue.\n\nGo on with your task.',
  );
});

test('a successor without the conversation is told the task, what is known, then its own words', () => {
  const earlier = { task: 'Old task.', told: ['Use tabs.'], lastWords: 'It is blue.' };
  const first = aTurn({ number: 1, kind: 'message', body: 'Go on.', state: 'handed', attempt: 1 });
  const text = promptText(first, gone({ turns: [first], earlier }));
  expect(text).toMatch(/^Old task\.\n[\s\S]*ended[\s\S]*Use tabs\.[\s\S]*It is blue\.[\s\S]*Go on\.$/);
  expect(promptText(first, gone({ turns: [first], earlier, isResumed: true }))).toBe('Go on.');
});

import { expect, test } from 'vitest';
import { isTyped, readScreen } from './read-screen.ts';

const ESC = '\u001b';
const RULE = `${ESC}[38;5;244m${'─'.repeat(80)}`;
const FOOT = `${ESC}[39m  ${ESC}[38;5;246m⏸ manual mode on`;

const screenWith = (...box: string[]): string =>
  ['❯ an old prompt', '● its answer', '', RULE, ...box, `${ESC}[0m${RULE}`, FOOT, '', ''].join('\n');

test('an empty box is empty, whatever colour its cursor has', () => {
  expect(readScreen(screenWith(`${ESC}[39m❯ ${ESC}[7m`))).toMatchObject({ is: 'box', typed: '' });
  expect(readScreen(screenWith(`${ESC}[39m❯ ${ESC}[7m ${ESC}[0m${ESC}[39m`))).toMatchObject({
    is: 'box',
    typed: '',
  });
});

test('what was typed is read over all its lines, with the letter under the cursor', () => {
  const screen = screenWith(`${ESC}[39m❯ he${ESC}[7ml${ESC}[0mlo`, '  second line');
  expect(readScreen(screen)).toMatchObject({ is: 'box', typed: 'hello\n  second line' });
});

test('a suggestion is not taken for something typed', () => {
  const screen = screenWith(`${ESC}[39m❯ ${ESC}[7mT${ESC}[0m${ESC}[2mry "fix the tests"${ESC}[22m`);
  expect(readScreen(screen)).toMatchObject({ is: 'box', typed: '' });
});

test('a dialog is not a box, though it has a rule and the same sign', () => {
  const dialog = ['● X', RULE, ' Bash command', ' Do you want to proceed?', ' ❯ 1. Yes', '   2. No', ''];
  expect(readScreen(dialog.join('\n'))).toEqual({ is: 'other' });
});

test('a screen without anything is not a box', () => {
  expect(readScreen('')).toEqual({ is: 'other' });
  expect(readScreen(`${RULE}\n`)).toEqual({ is: 'other' });
});

test('words are known again when they are wrapped, or folded up', () => {
  const words = 'one two\n[swarm:7f3a2b1c]';
  expect(isTyped(words, 'one two\n[swarm:7f3\na2b1c]')).toBe(true);
  expect(isTyped('น้ำ one two and three\n[swarm:7f3a2b1c]', 'น้ำ one two and tree [swarm:7f3a2b1c]')).toBe(
    true,
  );
  expect(isTyped(words, '[Pasted text #3 +41 lines]')).toBe(true);
  expect(isTyped(words, '[Pasted text #3]')).toBe(true);
  expect(isTyped(words, 'one two')).toBe(false);
  expect(isTyped(words, 'one two [Pasted text #3]')).toBe(false);
});

test('words of a person before or behind them, and words pasted twice, are not submitted', () => {
  const words = 'one\n[swarm:7f3a2b1c]';
  expect(isTyped(words, `mine ${words}`)).toBe(false);
  expect(isTyped(words, `${words} and mine`)).toBe(false);
  expect(isTyped(words, `${words}${words}`)).toBe(false);
});

const GREY = `${ESC}[38;5;246m`;
const HINT = `${ESC}[38;5;246mesc${ESC}[39m ${ESC}[38;5;246mto${ESC}[39m ${ESC}[38;5;246minterrupt`;
const AT_REST = `${ESC}[39m❯ ${ESC}[7m`;

type ScreenParts = Readonly<{ above?: string; box?: string; below?: string }>;
const drawn = ({ above = '', box = AT_REST, below = '' }: ScreenParts): string =>
  ['● Words', above, '', RULE, box, `${ESC}[0m${RULE}`, `${FOOT} · ${below}`, ''].join('\n');

test('a box with nothing under way is at rest, also with words in it', () => {
  const interrupted = `${GREY}  ⎿  Interrupted · What should Claude do instead?`;
  expect(readScreen(drawn({ above: interrupted }))).toMatchObject({ isAtWork: false });
  expect(readScreen(drawn({ box: `${ESC}[39m❯ Think.${ESC}[7m` }))).toMatchObject({ isAtWork: false });
  expect(readScreen(drawn({ above: `${GREY}✻${ESC}[39m ${GREY}Crunched for 4s` }))).toMatchObject({
    isAtWork: false,
  });
});

test.each([
  ['its sign is grey, though words hide the hint', { box: `${GREY}❯ ${ESC}[39mtyped${ESC}[7m` }],
  ['it says what it does', { above: `${ESC}[38;5;174m✽${ESC}[39m Putter${GREY}ing… (3s · ↓ 9 tokens)` }],
  ['it says how to interrupt it', { below: HINT }],
  ['the colour of its sign is not known', { box: `❯ ${ESC}[7m` }],
])('a box is at work when %s', (_, changes) => {
  expect(readScreen(drawn(changes))).toMatchObject({ is: 'box', isAtWork: true });
});

test('words of the agent itself are no sign of work', () => {
  const said = '  Press esc to interrupt…';
  expect(readScreen(drawn({ above: said }))).toMatchObject({ isAtWork: false });
});

test('a box whose sign is faint is a box at work, with what was typed into it', () => {
  const faint = `${ESC}[2m❯ ${ESC}[0;7m`;
  expect(readScreen(drawn({ box: `${faint}${ESC}[39m` }))).toEqual({ is: 'box', typed: '', isAtWork: true });
  const typed = `${ESC}[2m❯ ${ESC}[0mtyped${ESC}[7m ${ESC}[0m`;
  expect(readScreen(drawn({ box: typed }))).toEqual({ is: 'box', typed: 'typed', isAtWork: true });
});

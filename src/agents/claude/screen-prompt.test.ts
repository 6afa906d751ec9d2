import { expect, test } from 'vitest';
import { isPromptOf, screenPrompt } from './screen-prompt.ts';

const ID = '7f3a2b1c-0000-4000-8000-000000000000';
const MARKER = '[swarm:7f3a2b1c]';
const put = (body: string, file = '/a/turn-3.md') => screenPrompt({ id: ID, body }, file);

test('words that a screen carries are typed as they are, with their marker as the last line', () => {
  expect(put('Do it.  \n')).toEqual({ words: `Do it.  \n\n${MARKER}`, isByFile: false });
});

test('words that it would change are named by a file, which the CLI attaches', () => {
  const take = 'Take the text of this file as your prompt, and read it if it is not attached';
  const words = `${take}: @/a/turn-3.md\n${MARKER}`;
  expect(put('a\tb')).toEqual({ words, isByFile: true });
  expect(put('/help').words).toBe(words);
  expect(put('a\tb', '/my work/turn-3.md').words).toContain('@"/my work/turn-3.md"\n');
});

test.each([
  ['too long', 'é'.repeat(60_000)],
  ['of too many lines', `${'a\n'.repeat(2_000)}\t`],
])('what is %s to be attached is read by the agent', (_, body) => {
  expect(put(body).words).toContain('Your prompt is in the file /a/turn-3.md. Read all of it');
});

test('a path that a screen might change is given by its variable', () => {
  expect(put('a\tb', '/caf\u00e9/turn-3.md').words).toContain('$SWARM_ATTEMPT_DIR/turn-3.md');
});

test('a prompt is known again by its last marker, whatever became of the rest', () => {
  expect(isPromptOf(ID, `changed\n${MARKER}`)).toBe(true);
  expect(isPromptOf(ID, `${MARKER} quoted\n[swarm:00000000]`)).toBe(false);
  expect(isPromptOf(ID, 'Do it.')).toBe(false);
});

import { expect, test } from 'vitest';
import { anAttempt } from '../../../tests/store/rows.ts';
import { canGoOn, wasRefused } from './go-on.ts';

test('a conversation is gone on with once the model has answered in it', () => {
  expect(canGoOn(anAttempt())).toBe(false);
  expect(canGoOn(anAttempt({ messages: 1 }))).toBe(true);
  expect(canGoOn(anAttempt({ tools: 1, exitCode: 1 }))).toBe(true);
});

test('one that went on with it already goes on again, whatever ended it', () => {
  expect(canGoOn(anAttempt({ resumed: true, conversationId: 'c', heardAt: 1 }))).toBe(true);
  expect(canGoOn(anAttempt({ resumed: true, conversationId: 'c', exitCode: 137 }))).toBe(true);
  expect(canGoOn(anAttempt({ resumed: true, conversationId: 'c', exitCode: null }))).toBe(true);
});

test('one that was to go on with it and left without a word shows that it is gone', () => {
  expect(canGoOn(anAttempt({ resumed: true, conversationId: 'c', exitCode: 42 }))).toBe(false);
  expect(wasRefused(anAttempt({ resumed: true, conversationId: 'c', heardAt: 1 }), 42)).toBe(false);
  expect(wasRefused(anAttempt(), 42)).toBe(false);
});

test('one that said that it does not have the conversation is not asked again', () => {
  expect(canGoOn(anAttempt({ resumed: true, heardAt: 1, messages: 1, conversationId: null }))).toBe(false);
});

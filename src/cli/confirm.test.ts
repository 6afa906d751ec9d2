import { expect, test } from 'vitest';
import { isConfirmed } from './confirm.ts';
import type { Io } from './io.ts';

/** What a person or a pipe answers; null for neither. */
const answering = (line: string | null) => {
  const heard: string[] = [];
  const io = {
    askAnyone: async (question: string) => {
      heard.push(question);
      return line;
    },
    warn: (text: string) => void heard.push(text),
  } as Partial<Io> as Io;
  return { io, heard };
};
const WANTED = { question: 'Archive 3 sessions?', sure: 'swarm archive --yes' };

test.each(['y', 'Y', 'yes'])('%j agrees', async (line) => {
  const { io, heard } = answering(line);
  expect(await isConfirmed(io, WANTED)).toBe(true);
  expect(heard).toEqual(['Archive 3 sessions? [y/N]: ']);
});

test.each(['', 'n', 'yesterday'])('%j declines, and is told that nothing was changed', async (line) => {
  const { io, heard } = answering(line);
  expect(await isConfirmed(io, WANTED)).toBe(false);
  expect(heard.at(-1)).toContain('Nothing was changed');
});

test('without any answer the command is refused with the one to use', async () => {
  const refusal = isConfirmed(answering(null).io, WANTED);
  await expect(refusal).rejects.toMatchObject({ hint: 'Say it for sure: swarm archive --yes' });
});

import { expect, test } from 'vitest';
import { wordQuestion } from '../question/kinds.ts';
import { openQuestion, type Question } from '../question/question.ts';
import { joinedAs } from './participant.ts';
import { decideTakeoverAsk, decideTakeoverMove } from './takeover-question.ts';

const MINUTE = 60_000;
const holder = joinedAs({
  baseName: 'GreenCastle',
  track: null,
  cli: null,
  conversationId: null,
  hostId: 'here',
  anchor: null,
  workDir: '/work',
  joinedAt: 1_000,
});
const asked = (more: Partial<Question> = {}): Question =>
  ({
    ...openQuestion({
      id: 'q-1',
      askedAt: 12 * MINUTE,
      ...wordQuestion('takeover', {
        holder: holder.id,
        seenAt: holder.seenAt,
        wantedBy: 'BlueLake-1',
        display: 'GreenCastle',
        silentMs: 12 * MINUTE,
        wants: ['src/**'],
        holds: ['src/**'],
      }),
    }),
    ...more,
  }) as Question;
const answered = (answer: string, state: Question['state'] = 'answered') =>
  asked({ state, answer, answeredAt: 12 * MINUTE });
const stirred = { ...holder, seenAt: holder.seenAt + 1 };

test('a holder is asked about once for each silence, and again only when a person said to wait', () => {
  const at = (minutes: number, ...all: Question[]) => decideTakeoverAsk(holder, all, minutes * MINUTE);
  expect(at(12)).toBe(0);
  expect(at(13, asked())).toBe(null);
  expect(at(20, answered('ignore', 'delivered'))).toBe(null);
  expect(at(16, answered('wait', 'delivered'))).toBe(null);
  expect(at(17, answered('wait', 'delivered'))).toBe(1);
  expect(at(18, answered('wait', 'delivered'), asked())).toBe(null);
  expect(decideTakeoverAsk(stirred, [asked()], 13 * MINUTE)).toBe(0);
});

test('the question rests while the holder is quiet, and dies with its first word or its end', () => {
  expect(decideTakeoverMove(asked(), holder)).toBe('rest');
  expect(decideTakeoverMove(asked(), stirred)).toBe('withdraw');
  expect(decideTakeoverMove(asked(), { ...holder, state: 'ended' })).toBe('withdraw');
  expect(decideTakeoverMove(asked(), undefined)).toBe('withdraw');
});

test('only "take over" ends the holder, and not one that has stirred since', () => {
  expect(decideTakeoverMove(answered('take over'), holder)).toBe('take-over');
  expect(decideTakeoverMove(answered('take over'), stirred)).toBe('withdraw');
  expect(decideTakeoverMove(answered('wait'), holder)).toBe('settle');
  expect(decideTakeoverMove(answered('ignore'), stirred)).toBe('settle');
});

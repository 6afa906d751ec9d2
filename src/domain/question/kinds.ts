import type { AnswerEffect } from './answer-effect.ts';
import { ask } from './kind/ask.ts';
import { budget } from './kind/budget.ts';
import { dialog } from './kind/dialog.ts';
import { gate } from './kind/gate.ts';
import { interrupt } from './kind/interrupt.ts';
import { login } from './kind/login.ts';
import { loop } from './kind/loop.ts';
import { loopInterrupt } from './kind/loop-interrupt.ts';
import { merge } from './kind/merge.ts';
import { permission } from './kind/permission.ts';
import { processBudget } from './kind/process-budget.ts';
import { redGate } from './kind/red-gate.ts';
import { run } from './kind/run.ts';
import { start } from './kind/start.ts';
import { time } from './kind/time.ts';
import type { Question } from './question.ts';
import type { Asker, Closing, KindRow, ProcessFate, QuestionTopic, Worded } from './question-kind.ts';

/** Every kind of question. Code outside this folder asks what a question does, never which kind it is. */
export const KINDS = {
  permission,
  dialog,
  ask,
  interrupt,
  time,
  start,
  login,
  budget,
  'process-budget': processBudget,
  gate,
  'red-gate': redGate,
  loop,
  'loop-interrupt': loopInterrupt,
  run,
  merge,
} as const;

export type QuestionKind = keyof typeof KINDS;
type Row<K extends QuestionKind> = (typeof KINDS)[K];
export type PayloadOf<K extends QuestionKind> = ReturnType<Row<K>['word']>['payload'];
export type AboutOf<K extends QuestionKind> = Parameters<Row<K>['word']>[0];

// TypeScript does not follow that a question and the row of its kind belong together.
const rowOf = ({ kind }: Pick<Question, 'kind'>): KindRow<unknown, unknown> =>
  KINDS[kind] as KindRow<unknown, unknown>;

/** A kind with the payload that belongs to it. */
export type Kinded = { [K in QuestionKind]: Readonly<{ kind: K; payload: PayloadOf<K> }> }[QuestionKind];

export type WordedOf<K extends QuestionKind> = Worded<PayloadOf<K>> & Readonly<{ kind: K }>;

export type WordedQuestion = { [K in QuestionKind]: WordedOf<K> }[QuestionKind];

/** The words of a question, and what its answer needs to know. */
export const wordQuestion = <K extends QuestionKind>(kind: K, about: AboutOf<K>): WordedOf<K> => ({
  kind,
  ...(rowOf({ kind }).word(about) as Worded<PayloadOf<K>>),
});

/** What this answer would do; null when it is none. */
export const effectOfAnswer = (question: Question, answer: string): AnswerEffect | null =>
  rowOf(question).effect(question, answer);

/** What its answer does; nothing while it has none. */
export const effectOf = (question: Question): AnswerEffect =>
  (question.answer === null ? null : effectOfAnswer(question, question.answer)) ?? { do: 'nothing' };

export const askerOf = (question: Question): Asker => rowOf(question).asker(question.payload);

export const closesWith = (question: Pick<Question, 'kind'>, closing: Closing): boolean =>
  rowOf(question).closes === closing;

/** It stopped its session in the middle. */
export const endsProcess = (question: Pick<Question, 'kind'>): boolean => processFate(question) === 'ended';

export const processFate = (question: Pick<Question, 'kind'>): ProcessFate => rowOf(question).process;

export const topicOf = (question: Pick<Question, 'kind'>): QuestionTopic => rowOf(question).topic;

/** The words that a turn carries to the agent; null when the answer is not for the agent to read. */
export function carriedText(question: Question): string | null {
  const effect = effectOf(question);
  return effect.do === 'carry' ? effect.text : null;
}

/** What other sessions would meet too; null when it concerns one alone. */
export const causeOf = (question: Question): string | null =>
  rowOf(question).cause?.(question.payload) ?? null;

/** Open questions of the same cause, which one answer settles. To give up settles only one. */
export function sharedWith(answered: Question, open: readonly Question[]): readonly Question[] {
  const cause = causeOf(answered);
  if (cause === null || effectOf(answered).do === 'end-session') return [];
  return open.filter((one) => one.kind === answered.kind && causeOf(one) === cause && one.id !== answered.id);
}

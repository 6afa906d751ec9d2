import type { AnswerEffect } from './answer-effect.ts';
import { approval } from './kind/approval.ts';
import { ask } from './kind/ask.ts';
import { background } from './kind/background.ts';
import { budget } from './kind/budget.ts';
import { dependency } from './kind/dependency.ts';
import { dialog } from './kind/dialog.ts';
import { escalation } from './kind/escalation.ts';
import { gate } from './kind/gate.ts';
import { interrupt } from './kind/interrupt.ts';
import { login } from './kind/login.ts';
import { loop } from './kind/loop.ts';
import { loopInterrupt } from './kind/loop-interrupt.ts';
import { merge } from './kind/merge.ts';
import { permission } from './kind/permission.ts';
import { planEscalation } from './kind/plan-escalation.ts';
import { processBudget } from './kind/process-budget.ts';
import { race } from './kind/race.ts';
import { redGate } from './kind/red-gate.ts';
import { run } from './kind/run.ts';
import { start } from './kind/start.ts';
import { stretch } from './kind/stretch.ts';
import { takeover } from './kind/takeover.ts';
import { time } from './kind/time.ts';
import type { Question } from './question.ts';
import type {
  Asker,
  Closing,
  GatheredAnswer,
  HolderSilence,
  KindRow,
  ProcessFate,
  QuestionPart,
  QuestionTopic,
  ToolRequest,
  Worded,
} from './question-kind.ts';

/** Every kind of question. Code outside this folder asks what a question does, never which kind it is. */
export const KINDS = {
  permission,
  dialog,
  ask,
  escalation,
  'plan-escalation': planEscalation,
  interrupt,
  time,
  dependency,
  start,
  login,
  budget,
  'process-budget': processBudget,
  stretch,
  background,
  gate,
  'red-gate': redGate,
  loop,
  'loop-interrupt': loopInterrupt,
  race,
  run,
  approval,
  merge,
  takeover,
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

/** The answer that is kept once these words are added to what was said before. */
export const gatherAnswer = (question: Question, words: readonly string[]): GatheredAnswer =>
  rowOf(question).gather?.(question, { words, soFar: question.answer }) ?? {
    answer: words.join(' '),
    missing: [],
  };

/** The tool that an agent CLI wants to use; null when the question is about something else. */
export const toolRequestOf = (question: Question): ToolRequest | null =>
  rowOf(question).request?.(question.payload) ?? null;

/** What it asks for one by one; none for a question that asks for one thing. */
export const partsOf = (question: Question): readonly QuestionPart[] =>
  rowOf(question).parts?.(question, question.answer) ?? [];

/** The `rules` of all that these answers allow for the rest of their session. */
export const grantsOf = (questions: readonly Question[]): readonly string[] => [
  ...new Set(
    questions.flatMap((question) => {
      const effect = effectOf(question);
      if (effect.do !== 'reply' || effect.reply.is !== 'decision') return [];
      return effect.reply.decision.grant ?? [];
    }),
  ),
];

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

/** Whatever else was begun would meet the same. */
export const concernsAll = (question: Question): boolean =>
  rowOf(question).concernsAll?.(question.payload) ?? false;

/** The account of a budget that its answer raises; null when it is about something else. */
export const accountOfQuestion = (question: Question): string | null =>
  rowOf(question).account?.(question.payload) ?? null;

/** The note that its answer settles; null when it is about something else. */
export const noteOfQuestion = (question: Question): string | null =>
  rowOf(question).note?.(question.payload) ?? null;

/** The version of a plan that its answer decides about; null when it is about something else. */
export const versionOfQuestion = (question: Question): string | null =>
  rowOf(question).version?.(question.payload) ?? null;

/** The participant whose silence it is about; null when it is about something else. */
export const holderOf = (question: Question): HolderSilence | null =>
  rowOf(question).holder?.(question.payload) ?? null;

/** Open questions of the same cause, which one answer settles. To give up settles only one. */
export function sharedWith(answered: Question, open: readonly Question[]): readonly Question[] {
  const cause = causeOf(answered);
  if (cause === null || effectOf(answered).do === 'end-session') return [];
  return open.filter((one) => one.kind === answered.kind && causeOf(one) === cause && one.id !== answered.id);
}

import type { PlanTask } from '../../../plan/plan.ts';
import type { Escalation, NoteMatter } from './escalation.ts';

/** A note in full, as the architect and the person read it. */
export const noteText = ({ id, description, context, reason }: NoteMatter): string =>
  [
    `${id}: ${description}`,
    ...(context === '' ? [] : [`  While: ${context}`]),
    `  Why the agent does not decide it alone: ${reason}`,
  ].join('\n');

export const historyLines = ({ history }: Escalation): readonly string[] =>
  history.map(({ label, description, resolution }) => `${label}: ${description} → ${resolution ?? 'open'}`);

/** What a person is asked on behalf of the architect. */
export const userQuestionText = ({ task, role }: Escalation, note: NoteMatter, text: string): string =>
  [text, `It comes from ${role}, at work on ${task}:`, noteText(note)].join('\n');

/** What a person is asked without the architect; null: the plan wants it so. */
export function directQuestionText(escalation: Escalation, note: NoteMatter, why: string | null): string {
  const earlier = note.similar === 0 ? [] : historyLines(escalation);
  return [
    `${escalation.role} cannot go on with ${escalation.task}.`,
    noteText(note),
    ...(earlier.length === 0
      ? []
      : ['Escalated for this task before:', ...earlier.map((line) => `- ${line}`)]),
    ...(why === null ? [] : [`You are asked because ${why}.`]),
    'Your answer settles the note and goes to the agent.',
  ].join('\n');
}

export const guidanceInstructions = ({ task, role }: Escalation, note: NoteMatter, text: string): string =>
  [
    `Decide a technical question that keeps ${role} from going on with ${task}.`,
    text,
    `What ${role} wrote:\n${noteText(note)}`,
    'Read the code and the work on the branches of the others before you decide. Decide once and concretely.',
    'Hand over with the whole decision in the message: the architect gives it to those who wait.',
  ].join('\n\n');

export const guidanceText = ({ id, role, outputs }: PlanTask, body: string): string =>
  [`Guidance of ${role}, verified, from ${id} (${outputs.map(({ path }) => path).join(', ')}):`, body].join(
    '\n',
  );

const HOW: Readonly<Record<string, string>> = {
  user: 'the person',
  workflow_executor: 'the architect',
};

/** All answers together, for the role that escalated. */
export function settledText({ id }: PlanTask, { notes }: Escalation, isDoer: boolean): string {
  const answers = notes.map(
    ({ label, description, resolution, resolvedBy }) =>
      `- ${label}: ${description}\n  → ${resolution ?? ''} (by ${HOW[resolvedBy ?? ''] ?? 'an agent'})`,
  );
  const next = isDoer
    ? 'Go on with the task. When it is complete: swarm send --type result "what you did and what you checked"'
    : 'Go on with the verification, and send one message of type review.';
  return [`What you escalated about ${id} is settled:\n${answers.join('\n')}`, next].join('\n\n');
}

/** For another task that an answer touches. */
export const affectedText = ({ task }: Escalation, { description }: NoteMatter, answer: string): string =>
  `A decision for ${task} affects your task. The question: ${description}\nThe answer: ${answer}`;

export const ARCHITECT_NUDGE = (ids: readonly string[]): string =>
  [
    `Your turn ended, but these notes wait for you: ${ids.join(', ')}.`,
    'Answer each with swarm escalation answer, or hand it on with swarm escalation route.',
  ].join('\n');

import type { PlanTask } from '../../../plan/plan.ts';
import { type Escalation, type NoteMatter, subjectOf } from './escalation.ts';

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
export const userQuestionText = (escalation: Escalation, note: NoteMatter, text: string): string =>
  [text, `It comes from ${escalation.role}${placeOf(escalation)}:`, noteText(note)].join('\n');

function placeOf({ task, isLate }: Escalation): string {
  if (task === null) return ', which has no task in hand';
  return isLate === true ? `, about ${task}, which was verified before` : `, at work on ${task}`;
}

/** Who asks, and what waits for the answer. */
export function standText({ task, role, isLate }: Escalation): string {
  if (task === null) return `${role} asks, and has no task in hand. The plan does not end without an answer.`;
  return isLate === true
    ? `${role} asks about ${task} after it was verified. The plan does not end without an answer.`
    : `${role} cannot go on with ${task}.`;
}

/** What a person is asked without the architect; null: the plan wants it so. */
export function directQuestionText(escalation: Escalation, note: NoteMatter, why: string | null): string {
  const earlier = note.similar === 0 ? [] : historyLines(escalation);
  return [
    standText(escalation),
    noteText(note),
    ...(earlier.length === 0
      ? []
      : ['Escalated for this task before:', ...earlier.map((line) => `- ${line}`)]),
    ...(why === null ? [] : [`You are asked because ${why}.`]),
    'Your answer settles the note and goes to the agent.',
  ].join('\n');
}

export const guidanceInstructions = (escalation: Escalation, note: NoteMatter, text: string): string =>
  [
    `Decide a technical question. ${standText(escalation)}`,
    text,
    `What ${escalation.role} wrote:\n${noteText(note)}`,
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

const answersText = ({ notes }: Escalation): string =>
  notes
    .map(
      ({ label, description, resolution, resolvedBy }) =>
        `- ${label}: ${description}\n  → ${resolution ?? ''} (by ${HOW[resolvedBy ?? ''] ?? 'an agent'})`,
    )
    .join('\n');

/** The same where nothing waited for it. */
export const lateText = (escalation: Escalation): string =>
  [
    `What you escalated is settled:\n${answersText(escalation)}`,
    ...(escalation.task === null ? [] : [`The verifier of ${escalation.task} looks whether it still holds.`]),
  ].join('\n\n');

/** All answers together, for the role that escalated. */
export function settledText({ id }: PlanTask, escalation: Escalation, isDoer: boolean): string {
  const next = isDoer
    ? 'Go on with the task. When it is complete: swarm send --type result "what you did and what you checked"'
    : 'Go on with the verification, and send one message of type review.';
  return [`What you escalated about ${id} is settled:\n${answersText(escalation)}`, next].join('\n\n');
}

/** For another task that an answer touches. */
export const affectedText = (escalation: Escalation, { description }: NoteMatter, answer: string): string =>
  [
    `A decision for ${subjectOf(escalation)} affects your task. The question: ${description}`,
    `The answer: ${answer}`,
  ].join('\n');

export const ARCHITECT_NUDGE = (ids: readonly string[]): string =>
  [
    `Your turn ended, but these notes wait for you: ${ids.join(', ')}.`,
    'Answer each with swarm escalation answer, or hand it on with swarm escalation route.',
  ].join('\n');

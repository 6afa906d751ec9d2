import type { DesignProgress, DesignWish } from './design-state.ts';
import { ARCHITECT, HELPERS } from './design-state.ts';

export const HAND_IN = 'swarm plan submit plan.yaml';

/** What the architect reads first. */
export const architectText = ({ plan, summary }: DesignWish): string =>
  [
    `Design the plan "${plan}". What was talked over:`,
    summary.trim(),
    `Write plan.yaml in your folder, with "name: ${plan}".`,
    'What changes the plan and is not said above, ask the person: swarm ask "…".',
    `With ${LARGE}, get designs first: ${helpText(HELPERS)}.`,
    `Look at it with: swarm plan check ./plan.yaml. Hand it in with: ${HAND_IN}.`,
  ].join('\n\n');

const LARGE = 'more than 5 agents, or a task that waits for more than 3 others';
const helpText = (names: readonly string[]): string =>
  names.map((name) => `swarm send ${name} "…"`).join(', ');

/** For a large plan that was made alone. */
export const adviceText = (version: number, missing: readonly string[]): string =>
  [
    `Version ${version} is sound and kept, but it is large: ${LARGE}.`,
    `Get designs of the others first: ${helpText(missing)}.`,
    `Put their answers together yourself, then hand in again: ${HAND_IN}`,
  ].join('\n');

/** After a version with findings. */
export const findingsText = (told: string): string =>
  `${told}\n\nMend plan.yaml, then hand it in again: ${HAND_IN}`;

/** What the design verifier reads. */
export const verifyText = (
  { plan, summary }: DesignWish,
  { version, rounds, drawing }: Pick<DesignProgress, 'version' | 'rounds' | 'drawing'>,
): string =>
  [
    `Judge version ${version} of the plan "${plan}" before anything of it is run, round ${rounds + 1}.`,
    'The checker found nothing: ids, files, dependencies, checkpoints, roster and escalation fit.',
    `What was talked over:\n\n${summary.trim()}`,
    `The design:\n\n${drawing.trim()}`,
    'Send one message of type review: approved, changes with a finding for each thing to mend, or blocked.',
    'Blocked means that only a person can decide.',
  ].join('\n\n');

/** After a verdict that found something. */
export const changesText = (version: number, feedback: string): string =>
  [
    `Version ${version} was judged and needs changes:`,
    feedback,
    `Mend plan.yaml, then hand it in again: ${HAND_IN}`,
  ].join('\n\n');

/** After a person has sent it back. */
export const rejectedText = (version: number, words: string): string =>
  [
    `The person rejects version ${version}: ${words}`,
    `Change plan.yaml so that it does what they want, then hand it in again: ${HAND_IN}`,
  ].join('\n\n');

export const answeredText = (question: string, answer: string): string =>
  [
    `The design verifier could not decide, so a person was asked: ${question}`,
    `The answer: ${answer}`,
    `Let plan.yaml follow it, then hand it in again: ${HAND_IN}`,
  ].join('\n\n');

/** What a sub-designer reads. */
export const helperText = ({ plan, summary }: DesignWish, question: string): string =>
  [
    `The workflow architect of the plan "${plan}" asks you: ${question}`,
    `What was talked over:\n\n${summary.trim()}`,
    `Answer in one message: swarm send ${ARCHITECT} "…", or: swarm send ${ARCHITECT} - < design.md`,
  ].join('\n\n');

export const helpedText = (from: string, body: string): string =>
  `${from} answers:\n\n${body}\n\nPut it into plan.yaml; when the plan is complete: ${HAND_IN}`;

export const unhelpedText = (from: string): string =>
  `${from} does not answer. Design that part yourself; when the plan is complete: ${HAND_IN}`;

export const NUDGES = {
  architect: `Your turn ended, but the design waits for your plan. Hand it in: ${HAND_IN}`,
  verifier: 'Your turn ended, but the design waits for your verdict. Send one message of type review.',
  helper: `Your turn ended, but the architect waits for your answer: swarm send ${ARCHITECT} "…"`,
} as const;

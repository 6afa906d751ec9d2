import { findCycle, graphOf } from '../../../plan/graph.ts';
import type { PlanTask } from '../../../plan/plan.ts';
import { cutText } from '../../../text/cut-text.ts';
import { type PlanMove, progressOfTask } from '../plan-state.ts';
import { type Escalation, isLoop, type NoteMatter } from './escalation.ts';
import { historyLines, noteText, standText } from './words.ts';

/** All instructions of other tasks together; each gets its share. */
const OTHERS_LETTERS = 60_000;
const LEAST_LETTERS = 200;

/** What the architect reads when a task is blocked. */
export function architectText(move: PlanMove, escalation: Escalation): string {
  const task = move.plan.tasks.find(({ id }) => id === escalation.task);
  const open = escalation.notes.filter(({ at, isTold }) => at === 'architect' && !isTold);
  return [
    headline(escalation),
    ...(task !== undefined && isLoop(escalation) ? [loopText(move, task, escalation)] : []),
    ...(task === undefined ? [] : [`Its instructions:\n${task.instructions}`]),
    ...open.map(matterText),
    ...(task === undefined ? [] : [listed('Waiting for it', dependantsOf(move, task))]),
    othersText(move, escalation.task),
    HOW_TO_ANSWER,
  ].join('\n\n');
}

const headline = (escalation: Escalation): string =>
  escalation.isLate === true
    ? `Escalation: ${standText(escalation)}`
    : `Escalation: ${escalation.task} is blocked, and ${escalation.role} waits for you.`;

/** A note, and what the person or the solution architect has said about it. */
function matterText(note: NoteMatter): string {
  if (note.word === null) return noteText(note);
  const who = note.route === 'user' ? `The person answered:\n${note.word}` : note.word;
  return `${noteText(note)}\n${who}\nCheck it against the other tasks, then give the final answer.`;
}

const listed = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? `${title}: nothing.` : `${title}:\n${lines.map((line) => `- ${line}`).join('\n')}`;

const stateLine = ({ state }: PlanMove, task: PlanTask): string =>
  `${task.id} (${task.role}, ${progressOfTask(state, task).status})`;

const dependantsOf = (move: PlanMove, { id }: PlanTask): readonly string[] =>
  move.plan.tasks
    .filter(({ dependencies }) => dependencies.includes(id))
    .map((task) => stateLine(move, task));

const dependenciesOf = (move: PlanMove, { dependencies }: PlanTask): readonly string[] =>
  move.plan.tasks.filter(({ id }) => dependencies.includes(id)).map((task) => stateLine(move, task));

/** What an answer must not contradict. */
function othersText(move: PlanMove, id: string | null): string {
  const others = move.plan.tasks.filter((task) => task.id !== id);
  const share = Math.max(LEAST_LETTERS, Math.floor(OTHERS_LETTERS / Math.max(1, others.length)));
  return listed(
    'Instructions of the other tasks, which your answer must not contradict',
    others.map((task) => `${stateLine(move, task)}: ${cutText(task.instructions, share)}`),
  );
}

/** The same question for the third time: all that may show why. */
function loopText(move: PlanMove, task: PlanTask, escalation: Escalation): string {
  const cycle = findCycle(graphOf(move.plan).needs).map((index) => move.plan.tasks[index]?.id ?? '');
  return [
    'This is a loop: the same question came at least twice before, and the answers did not end it.',
    listed('Escalated for this task so far', historyLines(escalation)),
    listed('It waits for', dependenciesOf(move, task)),
    cycle.length === 0
      ? 'The plan has no cycle of dependencies.'
      : `A cycle of dependencies: ${cycle.join(' → ')}.`,
    'Find the cause: tasks that wait for each other, a missing task, a requirement that is unclear.',
    'Do not repeat an answer. Change the plan, or ask the person. The plan as it runs is',
    'orchestration/agents/workflow_architect/plan.yaml: copy it to plan.yaml and change it,',
    'then: swarm plan change plan.yaml',
  ].join('\n');
}

const HOW_TO_ANSWER = [
  'For each note do one of these, then end your turn:',
  '- of the plan, or answered above: swarm escalation answer <note> "<answer>" --affects none',
  '  (where it touches other tasks, their ids with commas between instead of none)',
  '- of technology, architecture or security: swarm escalation route <note> technical "<what to decide>"',
  '- of requirements: swarm escalation route <note> user "<question>"',
].join('\n');

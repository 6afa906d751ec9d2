import type { Plan, PlanTask } from '../../plan/plan.ts';
import { asAgentPath, asAgentWords, PLAN_FOLDER, roleFiles } from '../../plan/plan-folder.ts';
import type { CriterionResult, ToldNote } from '../../plan/verification.ts';
import { type ChangedInput, isChangedFile, type TaskProgress } from './plan-state.ts';

const list = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${title}\n${lines.map((line) => `- ${line}`).join('\n')}`];

const files = (contracts: PlanTask['inputs']): readonly string[] =>
  contracts.map(({ path, format }) => `${asAgentPath(path)}${format === null ? '' : ` (${format})`}`);

const criteria = ({ criteria: all }: PlanTask): readonly string[] =>
  all.map(({ text, command, file }) => {
    if (command !== null) return `${text}: \`${asAgentWords(command)}\` succeeds`;
    return file === null ? text : `${text}: ${asAgentPath(file)}`;
  });

const notesFile = ({ role }: PlanTask): string => asAgentPath(roleFiles(role).notes);

const HAND_OVER = 'swarm send --type result "what you did and what you checked"';

/** What the agent of a task reads first. */
export function workText(plan: Plan, task: PlanTask): string {
  const before = plan.tasks.filter(({ id }) => task.dependencies.includes(id));
  const roles = [...new Set(before.map(({ role }) => role))].filter((role) => role !== task.role);
  return [
    `Task ${task.id} of the plan "${plan.name}": ${plan.goal}`,
    asAgentWords(task.instructions),
    ...list('Read:', files(task.inputs)),
    ...(roles.length === 0
      ? []
      : [`It builds on what ${roles.join(' and ')} made, which is merged into your branch.`]),
    ...list('Write, at these paths from the root of your folder:', files(task.outputs)),
    `Commit all but ${PLAN_FOLDER}/, which git ignores: Swarm takes it in when your turn ends.`,
    ...list('It is complete when:', criteria(task)),
    'Log a note for what you assume, and escalate what is not yours to decide.',
    `By command (swarm note) or in ${notesFile(task)}.`,
    `When it is complete: ${HAND_OVER}`,
  ].join('\n\n');
}

/** For a task that a person wants done again. */
export const againText = (why: string): readonly string[] =>
  why === '' ? [] : [`It was worked on before and is wanted again: ${why}`];

/** Before the first word that it is done counts, also without notes. */
export const reviewText = (task: PlanTask): string =>
  [
    `Completion drive review of ${task.id}: before it counts as done, go through what you assumed.`,
    'Look at your notes (swarm note list) and at your work once more. Log what you assumed without a note.',
    'Resolve each open note, with the evidence, or escalate it. Its verifier reads them all.',
    `Then hand over again: ${HAND_OVER}`,
  ].join('\n');

type Verifying = Readonly<{
  plan: Plan;
  task: PlanTask;
  progress: TaskProgress;
  /** Its folder is a throw-away checkout of what it verifies. */
  isApart: boolean;
}>;

/** What the verifier of a task reads. */
export function verifyText({ plan, task, progress, isApart }: Verifying): string {
  const { result, rounds, submission, confirming } = progress;
  const failures = plan.checkpoints
    .filter(({ after }) => after === task.id)
    .flatMap(({ failureModes }) => failureModes.map(({ failure, remedy }) => `${failure} (then: ${remedy})`));
  return [
    confirming.length > 0
      ? `Confirm ${task.id}, done by ${task.role}: it was verified, and what it builds on has changed since.`
      : `Verify ${task.id}, done by ${task.role}, round ${rounds + 1}.`,
    placeText(task, submission?.commit ?? null, isApart),
    ...list('What changed under it; look at files on the branch of their role:', changedList(confirming)),
    `What it was asked for:\n${asAgentWords(task.instructions)}`,
    ...list('Outputs:', files(task.outputs)),
    ...list('It is complete when:', criteria(task)),
    ...list('What Swarm saw of it:', (submission?.results ?? []).flatMap(seenLine)),
    ...list('What can go wrong:', failures),
    ...list(`Notes of ${task.role}, with how each was settled:`, (submission?.notes ?? []).map(noteLine)),
    ...(result === null ? [] : [`What ${task.role} says of it:\n${result.body}`]),
    'Send one message of type review: approved, changes with a finding for each unmet criterion, or blocked.',
  ].join('\n\n');
}

function placeText({ role }: PlanTask, commit: string | null, isApart: boolean): string {
  if (commit === null) return `Look at its branch: git show <branch of ${role}>.`;
  if (!isApart) return `Look at commit ${commit} of ${role}, and leave its branch as it is.`;
  return [
    `Your folder is a throw-away checkout of commit ${commit} of ${role}: run there what you like.`,
    'Nothing that you change there is kept, so mend nothing: send it back.',
  ].join(' ');
}

const seenLine = ({ text, command, file, is }: CriterionResult): readonly string[] => {
  if (is === 'skipped') return [];
  const what = command === null ? (file ?? '') : `\`${command}\``;
  return [`${is}: ${text}${what === '' ? '' : ` (${what})`}`];
};

const noteLine = ({ label, description, resolution, resolvedBy }: ToldNote): string =>
  `${label}: ${description} → ${resolution === null ? 'not settled' : `${resolution} (${resolvedBy ?? ''})`}`;

const changedList = (inputs: readonly ChangedInput[]): readonly string[] =>
  inputs.map((input) =>
    isChangedFile(input)
      ? `${input.path}, version ${input.version}, of ${input.task}`
      : `decided since, for ${input.task}: ${input.decision}`,
  );

/** Files that a task builds on and that are others now; nothing where there are none. */
export const changedLines = (inputs: readonly ChangedInput[]): string =>
  list('What it builds on has changed:', changedList(inputs)).join('');

/** Before its agent may hand over what it made of older files. */
export const changedText = ({ id, role }: PlanTask, inputs: readonly ChangedInput[]): string =>
  [
    ...list(`What ${id} builds on has changed since ${role} began:`, changedList(inputs)),
    'Merge the branches of those roles into yours again, and mend what does not fit any more.',
  ].join('\n');

/** Criteria that are not met go straight back to the agent. */
export const redText = ({ id }: PlanTask, red: readonly CriterionResult[]): string =>
  [
    `${id} is not complete yet: Swarm looked at what you committed.`,
    ...red.map(({ text, command, output }) =>
      [`- ${text}`, ...(command === null ? [] : [`    ${command}`]), output].join('\n'),
    ),
    `Mend the cause, commit, then: ${HAND_OVER}`,
  ].join('\n\n');

/** Nothing that the agent did: a person makes the command available, or lets the verifier decide. */
export const missingText = ({ id }: PlanTask, missing: readonly CriterionResult[]): string =>
  [
    `Criteria of ${id} name commands that cannot be run here:`,
    ...missing.map(({ command, output }) => `- ${command ?? ''}\n${output}`),
    'Install what is missing, then let Swarm run them again.',
  ].join('\n');

/** After a verification that found something. */
export const changesText = (task: PlanTask, feedback: string): string =>
  [
    `${task.id} was verified and is not complete yet. Mend this:`,
    feedback,
    `Then hand over again: ${HAND_OVER}`,
  ].join('\n\n');

export const answeredText = (task: PlanTask, question: string, answer: string): string =>
  [
    `About ${task.id} a person was asked: ${question}`,
    `The answer: ${answer}`,
    `Go on with it, then: ${HAND_OVER}`,
  ].join('\n\n');

export const NUDGES = {
  doer: `Your turn ended, but the plan waits for your task. Hand it over: ${HAND_OVER}`,
  verifier: 'Your turn ended, but the plan waits for your verdict. Send one message of type review.',
} as const;

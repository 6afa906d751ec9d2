import { outputDirOf } from '../../domain/plan/handoff.ts';
import {
  type Criterion,
  escalationOf,
  type FileContract,
  type Plan,
  type PlanTask,
} from '../../domain/plan/plan.ts';
import { PLAN_FOLDER } from '../../domain/plan/plan-folder.ts';
import { renderDuration } from '../duration.ts';

/** `agents/<role>/agent_instructions.md`: what one agent needs to know, and nothing of the others. */
export function renderAgentInstructions(plan: Plan, role: string): string {
  const tasks = plan.tasks.filter((task) => task.role === role);
  const verified = plan.tasks.filter((task) => task.verifier === role);
  return [
    `# Instructions for ${role}`,
    `Plan: ${plan.name}\n\n${plan.goal}`,
    `Paths that begin with \`agents/\` lie in \`${PLAN_FOLDER}/\`, from the root of your folder.`,
    ...tasks.map((task) => renderTask(plan, task)),
    ...verified.map((task) => renderVerification(plan, task)),
    tasks.length > 0 ? renderGuidance(role) : VERIFIER_GUIDANCE,
    '',
  ].join('\n\n');
}

const ON_BRANCH = 'None: what you change is on your branch.';

const renderTask = (plan: Plan, task: PlanTask): string =>
  [
    `## Task ${task.id}`,
    task.instructions,
    `### Input Requirements\n\n${list(task.inputs.map(fileLine), 'None.')}`,
    `### Output Requirements\n\n${list(task.outputs.map(fileLine), ON_BRANCH)}`,
    `### Success Criteria\n\n${list(task.criteria.map(criterionLine), 'None.')}`,
    `### Dependencies\n\n${list(task.dependencies.map(code), 'None: you may begin at once.')}`,
    [
      `Verified by ${task.verifier}.`,
      ...(task.timeoutMs === null ? [] : [`A turn may take ${renderDuration(task.timeoutMs)}.`]),
      `When you are blocked, it goes to ${escalationOf(plan, task).join(', then ')}.`,
    ].join(' '),
  ].join('\n\n');

const renderVerification = (plan: Plan, task: PlanTask): string =>
  [
    `## Verify ${task.id}`,
    `Done by ${task.role}. Look at its output and at its completion drive notes with their resolutions.`,
    `### Outputs\n\n${list(task.outputs.map(fileLine), 'Its branch.')}`,
    `### Success Criteria\n\n${list(task.criteria.map(criterionLine), 'None.')}`,
    `### Failure Modes\n\n${list(failureLines(plan, task), 'None.')}`,
  ].join('\n\n');

const failureLines = ({ checkpoints }: Plan, { id }: PlanTask): readonly string[] =>
  checkpoints
    .filter(({ after }) => after === id)
    .flatMap(({ failureModes }) => failureModes.map(({ failure, remedy }) => `${failure}: ${remedy}`));

const code = (text: string): string => `\`${text}\``;
export const fileLine = ({ path, format }: FileContract): string =>
  `${code(path)}${format === null ? '' : ` (${format})`}`;
export const criterionLine = ({ text, command, file }: Criterion): string => {
  if (command !== null) return `${text}: ${code(command)} succeeds`;
  return file === null ? text : `${text}: look at ${code(file)}`;
};
export const list = (lines: readonly string[], none: string): string =>
  lines.length === 0 ? none : lines.map((line) => `- ${line}`).join('\n');

const renderGuidance = (role: string): string =>
  [
    '## Completion Drive',
    [
      'Log a note whenever you assume something or doubt it. Resolve it yourself only if it is a matter of',
      'consistency, an obvious bug, an implementation detail or documentation. Escalate technology and tool',
      'choices, architecture, security, requirements and conflicting guidance. When in doubt, escalate. You',
      'cannot be done while a note is open.',
    ].join('\n'),
    `Write files for others to ${code(outputDirOf(role))}. The agent contract says the rest.`,
  ].join('\n\n');

const VERIFIER_GUIDANCE = [
  '## Verdict',
  'Hand in approved, changes or blocked, with a finding for each criterion that is not met.',
  'Never edit what you verify.',
].join('\n\n');

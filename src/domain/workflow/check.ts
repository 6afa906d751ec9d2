import { nearest } from '../config/nearest.ts';
import { depthsOf, endingStages, findStageCycle, wayPast } from './graph.ts';
import { PLACEHOLDERS, placeholdersOf } from './placeholders.ts';
import { nextStageOf, roleNamed, type Stage, stageNamed, type Workflow } from './workflow.ts';

/** What is wrong with a definition, and the key where it is. */
export type WorkflowProblem = Readonly<{ path: readonly string[]; problem: string }>;

/** Everything that would keep a run of it from ending well; empty when it is sound. */
export function checkWorkflow(workflow: Workflow): readonly WorkflowProblem[] {
  return [
    ...checkEntry(workflow),
    ...checkRoles(workflow),
    ...workflow.stages.flatMap((stage) => [
      ...checkTargets(workflow, stage),
      ...checkTask(stage),
      ...checkFeedback(workflow, stage),
    ]),
    ...checkWays(workflow),
    ...checkRounds(workflow),
  ];
}

/** Personas that roles name and that do not exist. */
export const checkPersonas = ({ roles }: Workflow, known: readonly string[]): readonly WorkflowProblem[] =>
  roles
    .filter(({ persona }) => !known.includes(persona))
    .map(({ name, persona }) => ({
      path: ['roles', name, 'persona'],
      problem: unknown('persona', persona, known),
    }));

const namesOf = (list: readonly Readonly<{ name: string }>[]): readonly string[] =>
  list.map(({ name }) => name);

function unknown(what: string, word: string, known: readonly string[]): string {
  const [near] = nearest(word, known, 1);
  const advice = near === undefined ? `known are ${known.join(', ')}` : `did you mean "${near}"?`;
  return `unknown ${what} "${word}"; ${advice}`;
}

function checkEntry(workflow: Workflow): readonly WorkflowProblem[] {
  const { entry, stages } = workflow;
  if (stageNamed(workflow, entry) !== undefined) return [];
  return [{ path: ['entry'], problem: unknown('stage', entry, namesOf(stages)) }];
}

function checkRoles(workflow: Workflow): readonly WorkflowProblem[] {
  const { roles, stages } = workflow;
  const missing = stages
    .filter(({ role }) => roleNamed(workflow, role) === undefined)
    .map(({ name, role }) => ({
      path: ['stages', name, 'role'],
      problem: unknown('role', role, namesOf(roles)),
    }));
  const unused = roles
    .filter(({ name }) => !stages.some(({ role }) => role === name))
    .map(({ name }) => ({ path: ['roles', name], problem: `no stage has the role "${name}"` }));
  return [...missing, ...unused];
}

function checkTargets(workflow: Workflow, { name, on }: Stage): readonly WorkflowProblem[] {
  return on.flatMap(({ on: trigger, move }) => {
    const target = nextStageOf(move);
    if (target === null || stageNamed(workflow, target) !== undefined) return [];
    const path = ['stages', name, 'on', trigger, 'go'];
    return [{ path, problem: unknown('stage', target, namesOf(workflow.stages)) }];
  });
}

const checkTask = ({ name, task }: Stage): readonly WorkflowProblem[] =>
  [...new Set(placeholdersOf(task))]
    .filter((word) => !(PLACEHOLDERS as readonly string[]).includes(word))
    .map((word) => ({
      path: ['stages', name, 'task'],
      problem: `${unknown('placeholder', word, PLACEHOLDERS)} ({{${word}}} stands for the word itself)`,
    }));

// A role that is sent back without the reason would repeat its mistake.
function checkFeedback(workflow: Workflow, { name, on }: Stage): readonly WorkflowProblem[] {
  return on.flatMap(({ on: trigger, move }) => {
    const target = trigger === 'review.changes' && move.is === 'go' ? move.stage : null;
    const stage = target === null ? undefined : stageNamed(workflow, target);
    const words = stage === undefined ? ['feedback'] : placeholdersOf(stage.task);
    if (stage === undefined || words.includes('feedback') || words.includes('input')) return [];
    const problem = `"${name}" sends work back here, but the task has neither {feedback} nor {input}`;
    return [{ path: ['stages', stage.name, 'task'], problem }];
  });
}

function checkWays(workflow: Workflow): readonly WorkflowProblem[] {
  const reached = depthsOf(workflow);
  const ending = endingStages(workflow);
  const hasEntry = reached.size > 0;
  return workflow.stages.flatMap((stage) => {
    const path = ['stages', stage.name];
    if (hasEntry && !reached.has(stage.name)) return [{ path, problem: 'no way leads to this stage' }];
    if (!ending.has(stage.name)) return [{ path, problem: 'no way leads from this stage to "finish: true"' }];
    const isOptional = roleNamed(workflow, stage.role)?.isOptional ?? false;
    if (!isOptional || wayPast(workflow, stage) !== undefined) return [];
    const problem = `"${stage.role}" is optional, but without it no transition of this stage leads on`;
    return [{ path, problem }];
  });
}

function checkRounds(workflow: Workflow): readonly WorkflowProblem[] {
  const cycle = workflow.iterations === null ? findStageCycle(workflow) : [];
  const [first] = cycle;
  if (first === undefined) return [];
  const problem = `${cycle.join(' → ')} goes round without a limit; add "iterations: 3"`;
  return [{ path: ['stages', first], problem }];
}

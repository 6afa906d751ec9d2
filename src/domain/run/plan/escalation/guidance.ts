import type { PlanTask } from '../../../plan/plan.ts';
import type { PlanMove } from '../plan-state.ts';
import { replacePlan } from '../replace-plan.ts';
import { type EscalatedMatter, personaOnDemand, SOLUTION_ARCHITECT, withNote } from './escalation.ts';
import { guidanceInstructions } from './words.ts';

type Opening = Readonly<{ taskId: string; text: string }>;

const ROLE_FOLDER = `agents/${SOLUTION_ARCHITECT}/task_output`;

/** A task for the solution architect, which is reviewed and verified like any other. */
export function openGuidance(
  move: PlanMove,
  { escalation, note }: EscalatedMatter,
  opening: Opening,
): PlanMove {
  const blocked = move.plan.tasks.find(({ id }) => id === escalation.task);
  if (blocked === undefined || move.plan.tasks.some(({ id }) => id === opening.taskId)) return move;
  const task = taskFor(blocked, { escalation, note, ...opening });
  const { agents, tasks } = move.plan;
  const isThere = agents.some(({ role }) => role === SOLUTION_ARCHITECT);
  const persona = personaOnDemand(SOLUTION_ARCHITECT) ?? '';
  const roster = isThere ? agents : [...agents, { role: SOLUTION_ARCHITECT, persona }];
  const grown = replacePlan(move, { ...move.plan, agents: roster, tasks: [...tasks, task] });
  const opened = { ...grown.state, opened: [...grown.state.opened, task.id] };
  const state = withNote(opened, note.id, { at: 'guidance', guidanceTask: task.id });
  return { ...grown, state };
}

function taskFor(blocked: PlanTask, { escalation, note, taskId, text }: EscalatedMatter & Opening): PlanTask {
  const path = `${ROLE_FOLDER}/decision_${taskId}.md`;
  return {
    id: taskId,
    role: SOLUTION_ARCHITECT,
    instructions: guidanceInstructions(escalation, note, text),
    inputs: [],
    outputs: [{ path, format: 'Markdown' }],
    criteria: [
      {
        text: 'It names one decision, with reasons, consequences and what was rejected',
        command: null,
        file: path,
      },
    ],
    dependencies: [],
    verifier: blocked.verifier,
    timeoutMs: null,
    retries: null,
    escalation: ['workflow_architect', 'user'],
  };
}

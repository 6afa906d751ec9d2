import type { PlanTask } from '../../plan/plan.ts';
import { hasTryLeft } from '../../retry/retry.ts';
import {
  type ChangedInput,
  isChangedFile,
  type KnownOutput,
  ordering,
  type PlanMove,
  progressOfTask,
  type TaskQuestion,
  withTask,
} from './plan-state.ts';
import { queueVerification } from './submission.ts';
import { changedLines } from './words.ts';

export const CONFIRM = 'confirm it once more';
export const ACCEPT = 'accept as it is';
export const STOP = 'stop';
export const STALE_ANSWERS = [CONFIRM, ACCEPT, STOP] as const;

/** The task is verified: its files are recorded, and what was built on older ones is stale. */
export function markVerified(move: PlanMove, task: PlanTask): PlanMove {
  const { result, changed } = progressOfTask(move.state, task);
  const { passed, approved } = move.state;
  const state = {
    ...move.state,
    passed: [...passed.filter((id) => id !== task.id), task.id],
    approved: { ...approved, [task.id]: result === null ? [] : [result.id] },
  };
  const settled = { status: 'verified', round: null, reds: 0, confirming: [], changed: [] } as const;
  const verified = recordOutputs(withTask({ ...move, state }, task, settled), task);
  // What changed while its verifier looked is confirmed in a round of its own.
  return changed.length === 0 ? verified : goStale(verified, task, changed);
}

/** Its own files, and those of earlier tasks of its role that it changed since they were verified. */
function recordOutputs(move: PlanMove, task: PlanTask): PlanMove {
  const seen = progressOfTask(move.state, task).submission?.outputs ?? [];
  return seen.reduce((moved, { task: id, path, hash }) => {
    const writer = moved.plan.tasks.find((one) => one.id === id);
    if (writer === undefined || hash === null) return moved;
    const known = progressOfTask(moved.state, writer).outputs.find((one) => one.path === path);
    const isNew = known === undefined && writer.id === task.id;
    if (!isNew && (known === undefined || known.hash === hash)) return moved;
    const output = { path, hash, version: (known?.version ?? 0) + 1 };
    const recorded = recordOutput(moved, writer, output);
    return known === undefined ? recorded : markDependants(recorded, { by: task, writer, output });
  }, move);
}

function recordOutput(move: PlanMove, writer: PlanTask, output: KnownOutput): PlanMove {
  const { outputs } = progressOfTask(move.state, writer);
  const kept = outputs.filter(({ path }) => path !== output.path);
  const recorded = withTask(move, writer, { outputs: [...kept, output] });
  return ordering(recorded, { is: 'record-output', taskId: writer.id, ...output });
}

type Change = Readonly<{ by: PlanTask; writer: PlanTask; output: KnownOutput }>;

function markDependants(move: PlanMove, { by, writer, output }: Change): PlanMove {
  const changed: ChangedInput = { task: writer.id, path: output.path, version: output.version };
  return move.plan.tasks
    .filter((task) => task.id !== by.id && buildsOn(task, writer, output.path))
    .reduce((moved, task) => noteChange(moved, task, changed), move);
}

/** It reads the file, or it depends on who wrote it and does not say which of its files it reads. */
function buildsOn(task: PlanTask, writer: PlanTask, path: string): boolean {
  if (!task.dependencies.includes(writer.id)) return false;
  const reads = (file: string): boolean => task.inputs.some((input) => covers(input.path, file));
  return reads(path) || !writer.outputs.some((output) => reads(output.path));
}

const covers = (input: string, path: string): boolean =>
  input === path || (input.endsWith('/') && path.startsWith(input));

const isSameInput = (one: ChangedInput, other: ChangedInput): boolean =>
  isChangedFile(one) && isChangedFile(other) && one.path === other.path;

/** One that was verified is confirmed; one at work is told when it hands over. */
export function noteChange(move: PlanMove, task: PlanTask, input: ChangedInput): PlanMove {
  const progress = progressOfTask(move.state, task);
  if (progress.status === 'pending') return move;
  const add = (inputs: readonly ChangedInput[]): readonly ChangedInput[] => [
    ...inputs.filter((known) => !isSameInput(known, input)),
    input,
  ];
  if (progress.status === 'verified') return goStale(move, task, [input]);
  const isQueued = progress.confirming.length > 0 && progress.round === null;
  if (isQueued) return withTask(move, task, { confirming: add(progress.confirming) });
  return withTask(move, task, { changed: add(progress.changed) });
}

/** Its verifier is asked to confirm it with what changed; too often, and a person is asked instead. */
function goStale(move: PlanMove, task: PlanTask, confirming: readonly ChangedInput[]): PlanMove {
  const stales = progressOfTask(move.state, task).stales + 1;
  const passed = move.state.passed.filter((id) => id !== task.id);
  const stale = withTask({ ...move, state: { ...move.state, passed } }, task, {
    confirming,
    changed: [],
    stales,
    rounds: 0,
  });
  if (hasTryLeft('stale-task', { failures: stales })) return queueVerification(stale, task);
  const text = `${task.id} was verified, and went stale ${stales} times.\n${changedLines(confirming)}`;
  const question: TaskQuestion = {
    about: 'task',
    task: task.id,
    asks: 'stale',
    text,
    options: STALE_ANSWERS,
  };
  const blocked = withTask(stale, task, { status: 'blocked', before: 'ready_for_verification', round: null });
  return { ...blocked, state: { ...blocked.state, asks: [...blocked.state.asks, question] } };
}

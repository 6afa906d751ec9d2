import type { RunMemory } from './memory.ts';
import { firstDefinition, replaceDefinition } from './plan/plan-state.ts';
import type { RunFact, RunOrder } from './program.ts';
import { programOf } from './program-of.ts';
import type { WorkflowState } from './workflow/state.ts';

/** Where a run is after the same facts, and all that was ordered on the way. */
export type Replayed = Readonly<{ state: WorkflowState; orders: readonly RunOrder[] }>;

/** Tells the program of a run all that it was told, in order. */
export function replayRun(
  definition: RunMemory['definition'],
  goal: string,
  facts: readonly RunFact[],
): Replayed {
  let now: RunMemory['definition'] = 'plan' in definition ? firstDefinition(definition) : definition;
  const begun = programOf(now).start(goal);
  const orders: RunOrder[] = [...begun.orders];
  let { state } = begun;
  for (const fact of facts) {
    const next = programOf(now).advance(state, fact);
    const plan = next.orders.findLast((order) => order.is === 'replace-plan')?.plan;
    if (plan !== undefined && 'plan' in now) now = replaceDefinition(now, plan);
    state = next.state;
    orders.push(...next.orders);
  }
  return { state, orders };
}

/** One place where what was kept and what was replayed are not the same; as JSON, absent is "". */
export type Difference = Readonly<{ at: string; kept: string; replayed: string }>;

/** Every place where two values differ, as JSON would tell them. */
export function differencesOf(kept: unknown, replayed: unknown, at = ''): readonly Difference[] {
  if (isRecord(kept) && isRecord(replayed)) {
    const keys = new Set([...Object.keys(kept), ...Object.keys(replayed)]);
    return [...keys].flatMap((key) =>
      differencesOf(kept[key], replayed[key], at === '' ? key : `${at}.${key}`),
    );
  }
  const [before, after] = [textOf(kept), textOf(replayed)];
  return before === after ? [] : [{ at, kept: before, replayed: after }];
}

// Lists are compared place by place, as records of their numbers.
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const textOf = (value: unknown): string => JSON.stringify(value) ?? '';

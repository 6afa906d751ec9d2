import type { Plan, PlanTask } from '../../src/domain/plan/plan.ts';
import { isSameWork } from '../../src/domain/run/plan/compare-plans.ts';
import {
  isStale,
  type PlanState,
  progressOfTask,
  type TaskStatus,
} from '../../src/domain/run/plan/plan-state.ts';
import type { RunFact } from '../../src/domain/run/program.ts';
import { differencesOf, replayRun } from '../../src/domain/run/replay.ts';
import type { Write } from '../../src/store/store.ts';
import { findUnagreed } from './change-verdict.ts';
import { DesignLedger } from './design-verdict.ts';
import type { Judge } from './judge.ts';
import { NoteLedger } from './note-verdict.ts';
import type { Evidence } from './verdict.ts';

/** A run of a plan as its rows had it last: `plan` is the version that is in force. */
export type KnownPlan = { readonly runId: string; plan: Plan; state: PlanState };

type Moved = Readonly<{ before: Readonly<{ plan: Plan; state: PlanState }>; facts: readonly RunFact[] }>;
type StepRun = Extract<Write, { kind: 'step-run' }>;

/** Follows every commit that concerns a run of a plan, or its design. */
export class PlanLedger {
  readonly runs = new Map<string, KnownPlan>();
  readonly designs: DesignLedger;
  readonly notes: NoteLedger;
  readonly #judge: Judge;

  constructor(judge: Judge) {
    this.#judge = judge;
    this.designs = new DesignLedger(judge);
    this.notes = new NoteLedger(judge);
  }

  follow(writes: readonly Write[]): void {
    const facts = writes.flatMap((write) => (write.kind === 'add-run-fact' ? [write.kept.fact] : []));
    for (const write of writes) {
      this.designs.follow(write);
      this.notes.follow(write);
    }
    for (const write of writes) {
      if (write.kind === 'add-run') this.#begin(write);
      if (write.kind === 'step-run' && write.memory !== null) this.#followState(write, facts);
    }
  }

  #begin({ run, memory: { definition, state } }: Extract<Write, { kind: 'add-run' }>): void {
    if (!('plan' in definition)) return;
    const known: KnownPlan = { runId: run.id, plan: definition.plan, state: state as PlanState };
    this.runs.set(run.id, known);
    this.#demandOrder(known);
  }

  #followState({ step, memory, definition }: StepRun, facts: readonly RunFact[]): void {
    const known = this.runs.get(step.from.id);
    if (!known) return;
    const before = { plan: known.plan, state: known.state };
    known.state = memory as PlanState;
    if (definition && 'plan' in definition) known.plan = definition.plan;
    const { runId, plan, state } = known;
    this.#judge.demand(facts.length === 1, `${runId} moved by ${facts.length} facts`);
    const unagreed = findUnagreed(before, plan, facts);
    this.#judge.demand(unagreed === null, `${runId} goes on with another plan: ${unagreed}`);
    for (const task of plan.tasks) this.#followTask(known, task, { before, facts });
    this.#demandOrder(known);
    this.notes.followRun(known, before.state, facts);
    const isDone = plan.tasks.every((task) => statusOf(state, task) === 'verified');
    this.#judge.demand(!state.ended?.success || isDone, `${runId} ended well without every task`);
  }

  #followTask({ runId, state }: KnownPlan, task: PlanTask, { before, facts }: Moved): void {
    const [was, is] = [statusOf(before.state, task), statusOf(state, task)];
    const isRetried = facts.some((fact) => fact.is === 'task-retried' && fact.task === task.id);
    const old = before.plan.tasks.find(({ id, role }) => id === task.id && role === task.role);
    const isAnother = old === undefined || !isSameWork(old, task);
    const name = `${task.id} of ${runId}`;
    // What it was built on changed: it is confirmed with that.
    const isConfirmed = is === 'ready_for_verification' && isStale(progressOfTask(state, task));
    this.#judge.demand(
      was !== 'verified' || is === 'verified' || isRetried || isAnother || isConfirmed,
      `${name} was verified, is ${is}`,
    );
    const isBegun = (was === 'pending' || isRetried) && is === 'working';
    const unmet = task.dependencies.find((id) => statusOf(state, { id }) !== 'verified');
    this.#judge.demand(!isBegun || unmet === undefined, `${name} began before ${unmet} was verified`);
  }

  /** One role does one task at a time, and verifies one. */
  #demandOrder({ runId, plan, state }: KnownPlan): void {
    const doers = plan.tasks.filter((task) => UNDER_WAY.has(statusOf(state, task)));
    const verifying = plan.tasks.filter((task) => {
      const { status, round } = progressOfTask(state, task);
      return status === 'ready_for_verification' && round !== null;
    });
    const busy = [...doers.map(({ role }) => role), ...verifying.map(({ verifier }) => verifier)];
    const twice = busy.find((role, at) => busy.indexOf(role) !== at);
    this.#judge.demand(twice === undefined, `${twice} of ${runId} has two tasks at once`);
  }
}

const UNDER_WAY: ReadonlySet<TaskStatus> = new Set(['working', 'completion_drive_review', 'blocked']);

const statusOf = (state: PlanState, task: Pick<PlanTask, 'id'>): TaskStatus =>
  progressOfTask(state, task).status;

/** What was kept of a run leads to where it is. */
export async function judgeReplays({ store, judge }: Evidence): Promise<void> {
  for (const { id, goal } of await store.listRuns({}, { limit: 1_000 })) {
    const memory = await store.findRunMemory(id);
    if (!memory) continue;
    const facts = (await store.listRunFacts(id)).map(({ fact }) => fact);
    const [first] = differencesOf(memory.state, replayRun(memory.definition, goal, facts).state);
    judge.demand(first === undefined, `${id} was replayed, and differs at ${JSON.stringify(first)}`);
  }
}

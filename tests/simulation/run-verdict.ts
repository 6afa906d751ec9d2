import { isRunOver, type Run, type RunStep, stepRun } from '../../src/domain/run/run.ts';
import { approvedIds } from '../../src/domain/run/workflow/state.ts';
import { isOver, type Session } from '../../src/domain/session/session.ts';
import type { Store, Write } from '../../src/store/store.ts';
import type { Judge } from './judge.ts';
import type { Evidence } from './verdict.ts';

/** Follows every commit that concerns a run. */
export class RunLedger {
  readonly runs = new Map<string, Run>();
  readonly #judge: Judge;

  constructor(judge: Judge) {
    this.#judge = judge;
  }

  /** `sessions` are as they were before this commit. */
  follow(write: Write, sessions: ReadonlyMap<string, Session>): void {
    if (write.kind === 'add-run') this.runs.set(write.run.id, write.run);
    if (write.kind === 'step-run') this.#followStep(write.step);
    if (write.kind === 'add-session') this.#demandAlone(write.session, sessions);
  }

  /** Their clocks were moved along with the wall clock. */
  async reread(store: Store): Promise<void> {
    for (const id of this.runs.keys()) {
      const row = await store.findRun(id);
      if (row) this.runs.set(id, row);
    }
  }

  #followStep({ from, event, to }: RunStep): void {
    const known = this.runs.get(from.id);
    const name = `${event} of run ${from.id}`;
    this.#judge.demand(known?.version === from.version, `${name} was decided on an old row`);
    this.#judge.demand(known !== undefined && !isRunOver(known), `${name} came after its end`);
    const isLegal = event === 'advance' ? to.state === from.state : stepRun(from, event, { at: 0 }).ok;
    this.#judge.demand(isLegal, `${name} is not in the machine`);
    this.runs.set(to.id, to);
  }

  #demandAlone({ id, runId, role }: Session, sessions: ReadonlyMap<string, Session>): void {
    if (runId === null) return;
    for (const other of sessions.values()) {
      const isTwin = other.runId === runId && other.role === role && !isOver(other);
      this.#judge.demand(!isTwin, `${id} was opened, and ${other.id} serves the same role`);
    }
  }
}

/** What must hold of runs once nothing moves any more. */
export async function judgeRuns(evidence: Evidence): Promise<void> {
  const { store, judge, disk } = evidence;
  for (const run of await store.listRuns({}, { limit: 1_000 })) {
    const sessions = await store.listRunSessions(run.id);
    const own = await store.listQuestions({ runId: run.id, state: 'open' });
    // A role that a person took over keeps its run waiting too.
    const asked = sessions.filter(
      (one) => evidence.ledger.hasOpenQuestion(one.id) || (one.takenOver && !isOver(one)),
    );
    const name = `run ${run.id} is ${run.state}`;
    if (!isRunOver(run)) {
      judge.demand(own.length + asked.length > 0, `${name}, and neither ends nor asks`);
      // The run of a plan asks about notes and about a change of the plan beside its tasks.
      const isOfPlan = evidence.ledger.plans.runs.has(run.id);
      const isFitting = run.state === 'waiting' ? own.length === 1 : own.length === 0;
      const isAsking = run.state !== 'waiting' || own.length > 0;
      judge.demand(isOfPlan ? isAsking : isFitting, `${name} and asks ${own.length} times`);
      continue;
    }
    judge.demand(own.length === 0, `${name} and still asks`);
    judge.demand(sessions.every(isOver), `${name} and has a live session`);
    const isTold = run.ending === 'cancelled' || disk.outputs.has(run.id);
    judge.demand(isTold, `${name} and left nothing to read`);
    await judgeMessages(evidence, run);
  }
}

/** Every post is one message: routed, or a dead letter with the reason that its sender got. */
async function judgeMessages({ store, judge, world }: Evidence, { id: runId }: Run): Promise<void> {
  const messages = await store.listMessages({ runId });
  const memory = await store.findRunMemory(runId);
  const known = new Set(messages.filter(({ deadLetter }) => deadLetter === null).map(({ id }) => id));
  const strange = approvedIds(memory?.state ?? NOTHING).find((id) => !known.has(id));
  judge.demand(strange === undefined, `run ${runId} approved ${strange}, which no role sent`);
  for (const { requests, sessionId } of world.folders.values()) {
    if (!sessionId.startsWith(`${runId}-`)) continue;
    for (const { key, text } of requests) {
      const mark = /"p-[0-9a-f]{12}"/.exec(text)?.[0].slice(1, -1);
      if (mark === undefined) continue;
      const answer = (await store.findIntake(key)) ?? '{"ok":false';
      const rows = messages.filter(({ body }) => body.includes(mark));
      const isTaken = !answer.startsWith('{"ok":false');
      const isRight = isTaken
        ? rows.length === 1 && rows[0]?.deadLetter === null
        : rows.every(({ deadLetter }) => deadLetter !== null) && rows.length <= 1;
      judge.demand(isRight, `request ${key} was told ${answer} and is ${rows.length} messages`);
    }
  }
}

const NOTHING = { approved: {} } as Parameters<typeof approvedIds>[0];

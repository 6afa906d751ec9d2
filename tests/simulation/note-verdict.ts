import { isSettled, type Note } from '../../src/domain/note/note.ts';
import { isSameEscalation, subjectOf } from '../../src/domain/run/plan/escalation/escalation.ts';
import { type PlanState, progressOfTask } from '../../src/domain/run/plan/plan-state.ts';
import type { RunFact } from '../../src/domain/run/program.ts';
import { isRunOver } from '../../src/domain/run/run.ts';
import type { Write } from '../../src/store/store.ts';
import type { Judge } from './judge.ts';
import type { KnownPlan } from './plan-verdict.ts';
import type { Evidence } from './verdict.ts';

/** Follows notes, and what runs of plans make of those that were escalated. */
export class NoteLedger {
  readonly #notes = new Map<string, Note>();
  readonly #escalated = new Set<string>();
  readonly #judge: Judge;

  constructor(judge: Judge) {
    this.#judge = judge;
  }

  /** Notes that a session has to settle itself. */
  openOf(sessionId: string): readonly string[] {
    return [...this.#notes.values()]
      .filter((note) => note.sessionId === sessionId && note.state === 'open')
      .map(({ id }) => id);
  }

  /** Notes that are not settled. */
  get unsettled(): readonly Note[] {
    return [...this.#notes.values()].filter(({ state }) => state !== 'resolved');
  }

  follow(write: Write): void {
    if (write.kind === 'add-completion-note') {
      this.#judge.demand(!this.#notes.has(write.note.id), `note ${write.note.id} was added twice`);
      this.#notes.set(write.note.id, write.note);
    }
    if (write.kind === 'step-completion-note') {
      const { from, to } = write.step;
      const known = this.#notes.get(from.id);
      this.#judge.demand(known?.version === from.version, `note ${from.id} was settled on an old row`);
      this.#notes.set(to.id, to);
    }
  }

  /** What is not settled keeps a plan from its end, also what came up after its task was verified. */
  #demandNothingLeft(runId: string, { escalations }: PlanState): void {
    this.#judge.demand(
      escalations.length === 0,
      `${runId} ended well with ${escalations.length} escalations`,
    );
    const left = this.unsettled.filter((note) => note.runId === runId);
    this.#judge.demand(left.length === 0, `${runId} ended well without ${left[0]?.id}`);
  }

  /** Each note is escalated once, and its task goes on when every note of its turn has its answer. */
  followRun({ runId, state }: KnownPlan, before: PlanState, facts: readonly RunFact[]): void {
    for (const fact of facts) {
      const notes = fact.is === 'notes-escalated' ? fact.notes : [];
      for (const { id } of notes) {
        this.#judge.demand(!this.#escalated.has(id), `note ${id} of ${runId} was escalated twice`);
        this.#escalated.add(id);
      }
    }
    if (state.ended !== null) return state.ended.success ? this.#demandNothingLeft(runId, state) : undefined;
    for (const { task, notes, isLate } of state.escalations) {
      const status =
        task === null || isLate === true ? 'blocked' : progressOfTask(state, { id: task }).status;
      this.#judge.demand(status === 'blocked', `${task} of ${runId} is ${status} and waits for its notes`);
      const isOdd = notes.some(({ at, resolution }) => (at === 'settled') !== (resolution !== null));
      this.#judge.demand(!isOdd, `a note of ${task} of ${runId} is settled without an answer`);
    }
    for (const known of before.escalations) {
      if (state.escalations.some((one) => isSameEscalation(one, known))) continue;
      const left = known.notes.filter(({ id }) => this.#notes.get(id)?.state !== 'resolved');
      this.#judge.demand(left.length === 0, `${subjectOf(known)} of ${runId} goes on without ${left[0]?.id}`);
    }
  }
}

/** A run that ended well has left no note open, and one that goes on knows of every escalated note. */
export async function judgeNotes({ store, judge, ledger }: Evidence): Promise<void> {
  // A turn that waits for a person is not over.
  const isAtRest = (id: string): boolean =>
    ['idle', 'completed'].includes(ledger.sessions.get(id)?.state ?? '');
  for (const { runId, state } of ledger.plans.runs.values()) {
    const run = await store.findRun(runId);
    const left = (await store.listNotes({ runId })).filter((note) => !isSettled(note));
    const known = new Set(state.escalations.flatMap(({ notes }) => notes.map(({ id }) => id)));
    const unheard = left.find(
      ({ id, state, sessionId }) => state === 'escalated' && !known.has(id) && isAtRest(sessionId),
    );
    const isOver = run === undefined || isRunOver(run);
    judge.demand(isOver || unheard === undefined, `no agent hears of ${unheard?.id}`);
    judge.demand(
      run?.ending !== 'completed' || left.length === 0,
      `${runId} is completed without ${left[0]?.id}`,
    );
  }
}

import type { Attempt } from '../../src/domain/attempt/attempt.ts';
import { askerOf } from '../../src/domain/question/kinds.ts';
import type { Question, QuestionStep } from '../../src/domain/question/question.ts';
import type { QuestionState } from '../../src/domain/question/question-kind.ts';
import { holdsSlot, isOver, type Session, stepSession } from '../../src/domain/session/session.ts';
import type { Turn, TurnState } from '../../src/domain/turn/turn.ts';
import type { Store, Write } from '../../src/store/store.ts';
import { BegunTurns } from './begun-verdict.ts';
import type { Judge } from './judge.ts';
import { LoopLedger } from './loop-ledger.ts';
import type { Money } from './money.ts';
import { PlanLedger } from './plan-verdict.ts';
import { RunLedger } from './run-verdict.ts';
import { WorkTime } from './work-time.ts';
import type { Workshop } from './workshop.ts';
import type { World } from './world.ts';

type Limits = Readonly<{ limit: number; money: Money; workshop: Workshop; maxFailures: number }>;
type SessionStep = Extract<Write, { kind: 'step-session' }>['step'];

/** Follows every commit that was saved, and checks that it was one that may be. */
export class Ledger {
  readonly sessions = new Map<string, Session>();
  readonly runs: RunLedger;
  readonly loops: LoopLedger;
  readonly plans: PlanLedger;
  readonly begun = new BegunTurns();
  readonly workTime: WorkTime;
  readonly #turns = new Map<string, TurnState>();
  /** Unread turns, with their sessions. */
  readonly #unread = new Map<string, string>();
  readonly #questions = new Map<string, QuestionState>();
  /** Open questions, with their sessions. */
  readonly #open = new Map<string, string>();
  /** What a person would start with anyway: session and code. */
  readonly #accepted = new Set<string>();
  readonly #attempts = new Map<string, Attempt>();
  readonly #intakes = new Set<string>();
  /** When the answers to requests were on their way. */
  readonly deliveredAt = new Map<string, number>();
  readonly #limit: number;
  readonly money: Money;
  readonly #world: World;
  readonly #judge: Judge;
  /** When the commit that is followed was asked for. */
  #askedAt = 0;

  constructor(judge: Judge, world: World, limits: Limits) {
    const { limit, money, workshop, maxFailures } = limits;
    this.#judge = judge;
    this.#world = world;
    this.#limit = limit;
    this.money = money;
    this.workTime = new WorkTime(judge, world);
    this.runs = new RunLedger(judge);
    this.plans = new PlanLedger(judge);
    this.loops = new LoopLedger({ judge, world, workshop, maxFailures });
  }

  /** What the steady clock says. */
  get now(): number {
    return this.#world.now;
  }

  async follow(store: Store, writes: readonly Write[], askedAt: number): Promise<void> {
    this.#askedAt = askedAt;
    this.workTime.begin(writes);
    const ids = new Set(writes.flatMap(sessionIdsOf));
    const states = new Map([...this.sessions].map(([id, { state }]) => [id, state]));
    for (const write of writes) {
      if (write.kind === 'skip-time') await this.#followSkip(store);
      this.#followWrite(write, states);
      this.runs.follow(write, this.sessions);
    }
    this.loops.follow(writes, this.sessions);
    this.plans.follow(writes);
    for (const id of ids) {
      const row = await store.findSession(id);
      if (row) this.#followRow(row, states.get(id));
    }
    this.#checkChange(writes);
    this.#checkSlots(writes);
    this.money.follow(writes);
  }

  /** Times were moved in many rows, and nothing else. */
  async #followSkip(store: Store): Promise<void> {
    for (const [name, { sessionId, number }] of this.#attempts) {
      const row = await store.findAttempt(sessionId, number);
      if (row) this.#attempts.set(name, row);
    }
    for (const id of this.sessions.keys()) {
      const row = await store.findSession(id);
      if (row) this.#followRow(row, this.sessions.get(id)?.state);
    }
    await this.loops.works.reread(store);
    await this.runs.reread(store);
  }

  #followWrite(write: Write, states: Map<string, Session['state'] | undefined>): void {
    switch (write.kind) {
      case 'add-session':
        this.#judge.demand(!this.sessions.has(write.session.id), `${write.session.id} was added twice`);
        states.set(write.session.id, write.session.state);
        return;
      case 'step-session':
        this.#followStep(write.step, states.get(write.step.from.id));
        states.set(write.step.from.id, write.step.to.state);
        return;
      case 'add-turn':
        this.#demandPatience(write.turn);
        this.#turns.set(write.turn.id, write.turn.state);
        this.#unread.set(write.turn.id, write.turn.sessionId);
        return;
      case 'step-turn': {
        const { id, state } = write.step.from;
        this.#judge.demand(this.#turns.get(id) === state, `turn ${id} was not ${state} when it took a step`);
        this.#turns.set(id, write.step.to.state);
        if (['queued', 'handed'].includes(write.step.to.state)) this.#unread.set(id, write.step.to.sessionId);
        else this.#unread.delete(id);
        this.begun.follow(write.step, write.journal.note);
        return;
      }
      case 'add-attempt':
        return this.#followLaunch(write.attempt);
      case 'save-attempt':
        return this.#followSighting(write.from, write.to);
      case 'add-question':
        this.#followQuestionAsked(write.question);
        this.#questions.set(write.question.id, write.question.state);
        this.#open.set(write.question.id, write.question.sessionId ?? '');
        return;
      case 'step-question':
        return this.#followQuestion(write.step, states.get(write.step.from.sessionId ?? ''));
      case 'add-intake':
        return this.#followIntake(write);
      default:
        return;
    }
  }

  #followStep(step: SessionStep, actual: Session['state'] | undefined): void {
    const { from, event, to } = step;
    const name = `${event} of ${from.id}`;
    this.#judge.demand(actual === from.state, `${name} was decided in ${from.state}, but it was ${actual}`);
    this.workTime.follow(step, this.#askedAt);
    const legal = stepSession(from, event, { at: to.stateSince });
    this.#judge.demand(legal.ok && legal.value.to.state === to.state, `${name} is not in the machine`);
    this.#demandWait(step);
  }

  /** An agent that waits for its own work is not done by itself. */
  #demandWait({ from, to }: SessionStep): void {
    if (from.state !== 'idle' || to.reasonText !== 'the task is done') return;
    const attempt = this.#attempts.get(`${from.id}/${from.attempt}`);
    const isAwaiting = attempt?.endedAt === null && attempt.awaited.length > 0;
    this.#judge.demand(!isAwaiting, `${from.id} is called done while it waits for its own work`);
  }

  #followRow(row: Session, expected: Session['state'] | undefined): void {
    const before = this.sessions.get(row.id);
    this.#judge.demand(row.state === expected, `${row.id} is ${row.state}; its steps lead to ${expected}`);
    if (before && isOver(before)) {
      const same = { ...row, version: before.version, archivedAt: before.archivedAt };
      const isSame = areSame(same, before);
      this.#judge.demand(isSame, `${row.id} was ${before.state} and changed afterwards`);
    }
    if (before) this.#judge.demand(row.version >= before.version, `the version of ${row.id} went back`);
    this.sessions.set(row.id, row);
  }

  #demandPatience({ kind, sessionId }: Turn): void {
    const isTaken = kind === 'nudge' && (this.sessions.get(sessionId)?.takenOver ?? false);
    this.#judge.demand(!isTaken, `${sessionId} is nudged, and a person sits before it`);
  }

  #followLaunch(attempt: Attempt): void {
    const name = `${attempt.sessionId}/${attempt.number}`;
    this.#judge.demand(!this.#attempts.has(name), `attempt ${name} was opened twice`);
    this.#attempts.set(name, attempt);
  }

  /** Up to where the record of a live attempt was read, if that is before this position. */
  readBefore(name: string, eventBytes: number): number | null {
    const attempt = this.#attempts.get(name);
    if (attempt === undefined || attempt.endedAt !== null) return null;
    return attempt.eventsCursor < eventBytes ? attempt.eventsCursor : null;
  }

  #followSighting(from: Attempt, to: Attempt): void {
    const name = `${from.sessionId}/${from.number}`;
    const known = this.#attempts.get(name);
    const isFresh = known !== undefined && areSame(known, from);
    this.#judge.demand(isFresh, `what was learnt of attempt ${name} meanwhile was overwritten`);
    const isNewest = !this.#attempts.has(`${from.sessionId}/${from.number + 1}`);
    this.#judge.demand(isNewest, `attempt ${name} is over, but its words were accepted`);
    this.#attempts.set(name, to);
  }

  #followQuestionAsked(question: Question): void {
    if (question.kind !== 'start') return;
    const { id, sessionId } = question;
    const isAlone = !this.hasOpenQuestion(sessionId ?? '');
    this.#judge.demand(isAlone, `${id} asks about a start of ${sessionId} that is asked about already`);
    for (const code of question.payload.codes) {
      const isNew = !this.#accepted.has(`${sessionId} ${code}`);
      this.#judge.demand(isNew, `${id} asks again about ${code}, which was to be started with anyway`);
    }
  }

  #followQuestion({ from, to }: QuestionStep, state: Session['state'] | undefined): void {
    const actual = this.#questions.get(from.id);
    this.#judge.demand(actual === from.state, `question ${from.id} was ${actual}, not ${from.state}`);
    const isAnswered = from.state === 'open' && to.state === 'answered';
    if (isAnswered && to.kind === 'start' && to.answer === 'start anyway') {
      for (const code of to.payload.codes) this.#accepted.add(`${to.sessionId} ${code}`);
    }
    const isPart = from.state === 'open' && to.state === 'open';
    const isKept = isAnswered || isPart || to.answer === from.answer;
    this.#judge.demand(isKept, `question ${from.id} got a second answer`);
    const isWhole = partsIn(to) >= partsIn(from);
    this.#judge.demand(isWhole, `question ${from.id} lost a part of its answer`);
    // Take-over and hand-back end the process that waits.
    const isThrownAway = state !== 'parked' && from.state === 'answered' && to.state === 'superseded';
    const isAwaited = [...this.#world.agents].some(
      ({ folder, isStray }) =>
        !isStray && folder.sessionId === from.sessionId && folder.attempt === from.attempt,
    );
    this.#judge.demand(!isThrownAway || !isAwaited, `the answer to ${from.id} was thrown away`);
    this.#questions.set(from.id, to.state);
    if (to.state === 'delivered') this.deliveredAt.set(requestIdOf(to), this.#world.now);
    if (to.state !== 'open') this.#open.delete(from.id);
  }

  #checkChange(writes: readonly Write[]): void {
    for (const write of writes) {
      if (write.kind !== 'step-session') continue;
      const { event, to } = write.step;
      if (event !== 'take-over' && event !== 'hand-back') continue;
      const isClear = !this.hasOpenQuestion(to.id);
      this.#judge.demand(isClear, `${event} of ${to.id} leaves a question of the process that ends`);
    }
  }

  hasUnread(sessionId: string): boolean {
    return [...this.#unread.values()].includes(sessionId);
  }

  hasOpenQuestion(sessionId: string): boolean {
    return [...this.#open.values()].includes(sessionId);
  }

  #followIntake({ key, answer }: Extract<Write, { kind: 'add-intake' }>): void {
    this.#judge.demand(!this.#intakes.has(key), `request ${key} was taken in twice`);
    this.#intakes.add(key);
    const name = key.slice(0, key.lastIndexOf('/'));
    const request = this.#world.folders.get(name)?.requests.find((one) => one.key === key);
    const isDenied = answer.startsWith('{"ok":false');
    const isAccepted = request?.isGhostly === true && !isDenied;
    this.#judge.demand(!isAccepted, `request ${key} of an attempt that is over was accepted`);
  }

  // A session that starts working by itself (a background task that ended) is exempt from the limit.
  #checkSlots(writes: readonly Write[]): void {
    const isEntered = writes.some(
      (write) =>
        write.kind === 'step-session' &&
        write.step.event !== 'woke' &&
        holdsSlot(write.step.to.state) &&
        !holdsSlot(write.step.from.state),
    );
    if (!isEntered) return;
    const holders = [...this.sessions.values()].filter(({ state }) => holdsSlot(state)).length;
    this.#judge.demand(holders <= this.#limit, `${holders} sessions hold ${this.#limit} slots`);
  }
}

/** Empty for a question that no request of the agent CLI asks. */
export function requestIdOf(question: Question): string {
  const asker = askerOf(question);
  return asker.is === 'request' ? asker.requestId : '';
}

function sessionIdsOf(write: Write): string[] {
  if (write.kind === 'add-session' || write.kind === 'archive-session') return [write.session.id];
  if (write.kind === 'touch-session') return [write.session.id];
  return write.kind === 'step-session' ? [write.step.from.id] : [];
}

function areSame(one: object, other: object): boolean {
  const fields = new Map(Object.entries(other));
  return Object.entries(one).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(fields.get(name)),
  );
}

const partsIn = ({ answer }: Question): number => answer?.split('\n').length ?? 0;

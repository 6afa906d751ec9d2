import { VERBS } from '../../src/app/verbs.ts';
import { isLoopOver } from '../../src/domain/loop/loop.ts';
import { LOOP_METADATA } from '../../src/domain/loop/names.ts';
import { endsByItself, isOver, type Session } from '../../src/domain/session/session.ts';
import type { CommitResult } from '../../src/store/commit-result.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store, Write } from '../../src/store/store.ts';
import { brainFor } from './brains.ts';
import { awaitsLiveChild } from './child-parts.ts';
import { Crew, type Mutation } from './crew.ts';
import { isAwaiting } from './dependency-verdict.ts';
import { Dice } from './dice.ts';
import { Disk } from './disk.ts';
import { Judge, Violation } from './judge.ts';
import { Ledger } from './ledger.ts';
import { LoopPersons } from './loop-persons.ts';
import { isLoopSettled } from './loop-verdict.ts';
import { Money } from './money.ts';
import type { Stage } from './performer.ts';
import { type Errands, Persons } from './persons.ts';
import { PlanPersons } from './plan-persons.ts';
import { simulatedConfig, withChildren, withLoops } from './project.ts';
import { Promptness } from './promptness.ts';
import { RacePersons } from './race-persons.ts';
import { isHeldRival } from './race-verdict.ts';
import { rememberingStore } from './remembering-store.ts';
import { Schedule } from './schedule.ts';
import { tidyScreens, touchScreen } from './screen-persons.ts';
import { SimulatedPlans } from './simulated-plans.ts';
import { Troubles } from './troubles.ts';
import { type Evidence, judgeQuiet } from './verdict.ts';
import { VirtualTimers } from './virtual-timers.ts';
import { Workshop } from './workshop.ts';
import { World } from './world.ts';

// What rounds load when they first need it.
const LAZY = [
  () => import('../../src/app/participant/end-stale.ts'),
  () => import('../../src/app/participant/ask-takeover.ts'),
  () => import('../../src/contract/plan/parse-plan.ts'),
  () => import('../../src/contract/question-payload.ts'),
  () => import('../../src/views/plan/running-plan.ts'),
];

export type SimulationInput = Readonly<{
  seed: number;
  /** How many steps trouble lasts. */
  rounds: number;
  mutation?: Mutation;
  /** People start workflows too. */
  hasRuns?: boolean;
  /** People start loops and fill the queue. */
  hasLoops?: boolean;
  /** People let several agents race at one task. */
  hasRaces?: boolean;
  /** People have plans designed, start plans and change them. */
  hasPlans?: boolean;
  /** Agents begin sessions of their own, and wait for them. */
  hasChildren?: boolean;
  /** The disk is full at times, and the clock is set. */
  hasMachineFaults?: boolean;
  /** How much of the trace is told. */
  keptSteps?: number;
  /** Sees every commit of the world, in its order, with what came of it. */
  onCommit?: (writes: readonly Write[], result: CommitResult) => void;
  /** Sees the rows when all is over. */
  onEnd?: (store: Store) => Promise<void>;
}>;

export type SimulationReport = Readonly<{
  seed: number;
  steps: number;
  sessions: Readonly<Record<string, number>>;
  attempts: number;
  messages: number;
  questions: number;
  /** How often each event stands in the journal. */
  events: Readonly<Record<string, number>>;
  violation: string | null;
  trace: readonly string[];
}>;

const MINUTE = 60_000;
const KEPT_STEPS = 60;
const QUIET_MS = 2 * MINUTE;
const PATIENCE_MS = 15 * MINUTE;
const MOST_CALM_STEPS = 20_000;
const MOST_CALM_MS = 12 * 60 * MINUTE;
const MOST_ERRANDS = 80;
/** So that there is something going on as long as trouble lasts. */
const ROUNDS_PER_SESSION = 180;

/** One world from its seed: trouble first, then calm, then the verdict. */
export async function simulate(input: SimulationInput): Promise<SimulationReport> {
  const { seed, rounds, mutation = {}, keptSteps = KEPT_STEPS } = input;
  const { hasRuns = false, hasLoops = false, hasPlans = false, hasRaces = false } = input;
  // Loading a module takes real time, which no seed decides.
  await Promise.all([...Object.values(VERBS).map((load) => load()), ...LAZY.map((load) => load())]);
  const store = rememberingStore(heardStore(await openStore({ sqliteFile: ':memory:' }), input.onCommit));
  const dice = new Dice(seed);
  const judge = new Judge(keptSteps);
  const world = new World({ dice, judge, hasTmux: dice.chance(0.7) });
  world.hasMachineFaults = input.hasMachineFaults ?? false;
  const schedule = new Schedule(dice);
  const timers = new VirtualTimers(schedule, () => world.now);
  const workshop = new Workshop({ world, schedule, dice });
  const common = simulatedConfig(dice);
  const plain = hasLoops ? withLoops(common, dice) : common;
  const config = input.hasChildren ? withChildren(plain) : plain;
  const money = new Money(judge, world, config);
  const ledger = new Ledger(judge, world, {
    limit: config.limits.sessions,
    maxFailures: config.failures.max,
    money,
    workshop,
  });
  const stage: Stage = {
    world,
    dice,
    judge,
    seen: [],
    heard: new Map(),
    tellsWithin: dice.chance(0.5),
    conversations: new Map(),
    partOf: (id) => ledger.sessions.get(id)?.role ?? null,
    runOf: (id) => ledger.sessions.get(id)?.runId ?? null,
    plans: ledger.plans,
    workOf: (id) => ledger.sessions.get(id)?.workId ?? null,
    noteDone: (workId, id) => workshop.noteDone(workId, id),
    hasChildren: input.hasChildren ?? false,
    listPeers: () => [...ledger.sessions.keys()],
  };
  const disk = new Disk(schedule, () => {
    const isQuick = dice.chance(0.7) || (hasLoops && world.isCalm);
    world.now += isQuick ? dice.between(0, 2_000) : dice.between(0, 5 * MINUTE);
  });
  world.think = (folder) => {
    const isMissing =
      ledger.sessions.get(folder.sessionId)?.hasWorkspace && !disk.worktrees.has(folder.sessionId);
    judge.demand(!isMissing, `${folder.name} started without its workspace`);
    return brainFor(stage, folder);
  };
  mutation.world?.(world);
  const plans = new SimulatedPlans(schedule);
  const setting = { plans, dice, judge, world, schedule, ledger, config, store, mutation, disk, workshop };
  const restore = timers.install();
  const has = { hasRuns, hasLoops, hasPlans, hasRaces };
  const errands = { mostSessions: Math.ceil(rounds / ROUNDS_PER_SESSION), ...has };
  const run = new Run({ ...setting, seen: stage.seen, heard: stage.heard }, timers, errands);
  let violation: string | null = null;
  try {
    await run.play(rounds);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    violation = error.message;
  } finally {
    restore();
  }
  const report = { ...(await run.report()), seed, violation, trace: judge.trace.tail() };
  await input.onEnd?.(store);
  await store.close();
  return report;
}

const heardStore = (store: Store, onCommit: SimulationInput['onCommit']): Store => ({
  ...store,
  commit: async (writes) => {
    const result = await store.commit(writes);
    onCommit?.(writes, result);
    return result;
  },
});

class Run {
  readonly #evidence: Evidence;
  readonly #timers: VirtualTimers;
  readonly #crew: Crew;
  readonly #persons: Persons;
  readonly #loopPersons: LoopPersons | null;
  readonly #planPersons: PlanPersons | null;
  readonly #racePersons: RacePersons | null;
  readonly #troubles: Troubles;
  readonly #promptness: Promptness;

  constructor(evidence: Evidence, timers: VirtualTimers, errands: Errands) {
    this.#evidence = evidence;
    this.#timers = timers;
    this.#crew = new Crew(evidence);
    this.#persons = new Persons(evidence, this.#crew, errands);
    this.#loopPersons = errands.hasLoops ? new LoopPersons(evidence, this.#persons) : null;
    this.#planPersons = errands.hasPlans ? new PlanPersons(evidence, this.#persons) : null;
    this.#racePersons = errands.hasRaces ? new RacePersons(evidence, this.#persons) : null;
    this.#troubles = new Troubles(evidence, this.#crew);
    this.#promptness = new Promptness(evidence);
  }

  async play(rounds: number): Promise<void> {
    const { dice, judge, world, store, ledger } = this.#evidence;
    await this.#loopPersons?.begin();
    for (let round = 0; round < rounds; round++) {
      if (this.#crew.listSupervisors().length === 0 && dice.chance(0.1)) await this.#crew.startSupervisor();
      if (dice.chance(0.04)) await this.#persons.act();
      if (this.#loopPersons && dice.chance(0.04)) await this.#loopPersons.act();
      if (this.#planPersons && dice.chance(0.04)) await this.#planPersons.act();
      if (this.#racePersons && dice.chance(0.03)) await this.#racePersons.act();
      if (dice.chance(0.06)) touchScreen(this.#evidence);
      await this.#troubles.strike();
      await this.#step();
    }
    judge.trace.note('calm');
    world.isCalm = true;
    world.calmSince = world.now;
    tidyScreens(this.#evidence);
    await this.#persons.archiveAgain();
    await this.#persons.unpause();
    await this.#loopPersons?.relent();
    await this.#reachQuiet();
    for (let errands = 0; errands < MOST_ERRANDS; errands++) {
      const [question] = await store.listQuestions({ state: 'open' });
      if (question) await this.#persons.answer(question);
      else if (this.#hasPaused()) await this.#loopPersons?.relent();
      else if (!(await this.#dismissOne())) break;
      await this.#reachQuiet();
    }
    for (const { id, state } of ledger.loops.loops.values()) {
      judge.demand(state === 'finished', `${id} is still ${state}, and nothing is asked any more`);
    }
    for (const { id, state } of ledger.sessions.values()) {
      judge.demand(isOver({ state }), `${id} is still ${state}, and nothing is asked any more`);
    }
    judge.raise();
  }

  /** A session that rests until it is told so is told so. False when there is none. */
  async #dismissOne(): Promise<boolean> {
    const { ledger, dice, world } = this.#evidence;
    const resting = [...ledger.sessions.values()].find((session) => !isOver(session));
    if (!resting) return this.#stopOne();
    const screen = world.screenOf(world.folder(resting.id, resting.attempt));
    if (resting.takenOver && dice.chance(0.7)) await this.#persons.handBack(resting.id);
    else if (screen && !resting.takenOver && dice.chance(0.5)) screen.isLeft = true;
    else await this.#persons.kill(resting.id);
    return true;
  }

  /** A person may have been in the middle of pausing when trouble ended. */
  #hasPaused(): boolean {
    return [...this.#evidence.ledger.loops.loops.values()].some(({ state }) => state === 'paused');
  }

  /** A loop that would wait for more work is stopped. False when there is none. */
  async #stopOne(): Promise<boolean> {
    const loop = [...this.#evidence.ledger.loops.loops.values()].find((one) => !isLoopOver(one));
    if (!loop || !this.#loopPersons) return false;
    await this.#loopPersons.stop(loop.id);
    return true;
  }

  /** One thing happens: a call is let through, a process does something, or time passes. */
  async #step(): Promise<void> {
    const { world, schedule, dice, judge } = this.#evidence;
    judge.trace.steps += 1;
    world.now += dice.between(1, 3);
    this.#timers.ring();
    const calls = schedule.listReady();
    const moves = world.listMoves();
    const ready = moves.filter(({ at }) => at <= world.now);
    if (calls.length + ready.length === 0) {
      const next = Math.min(this.#timers.nextAt(), ...moves.map(({ at }) => at));
      const since = world.now;
      world.now = Number.isFinite(next) ? Math.max(world.now, next) : world.now + 1_000;
      this.#promptness.pass(world.now - since);
      return judge.raise();
    }
    const index = dice.between(0, calls.length + ready.length - 1);
    const call = calls[index];
    if (call) {
      const fate = this.#troubles.decideFate(call);
      judge.trace.note(`${call.life.name}: ${call.label}${fate === 'go' ? '' : ` (${fate})`}`);
      await schedule.release(call, fate);
    } else {
      const move = ready[index - calls.length];
      judge.trace.note(move?.label ?? '');
      move?.run();
    }
    judge.raise();
  }

  /** Without trouble everything ends, or waits for an answer, in bounded time. */
  async #reachQuiet(): Promise<void> {
    const { world, schedule, judge } = this.#evidence;
    await this.#mendSupervisors();
    const startedAt = world.now;
    let quietSince: number | null = null;
    let seenAt = startedAt;
    for (let steps = 0; steps < MOST_CALM_STEPS; steps++) {
      await this.#step();
      const isSettled = this.#isSettled();
      if (world.now - seenAt > PATIENCE_MS) {
        seenAt = world.now;
        await this.#giveUpScreens();
        if (await this.#evidence.store.findPause()) await this.#persons.unpause();
        if (!isSettled) await this.#answerOldest();
      }
      const isQuiet = isSettled && schedule.listReady().length === 0;
      if (isQuiet) quietSince ??= world.now;
      if (!isSettled) quietSince = null;
      if (isQuiet && quietSince !== null && world.now - quietSince > QUIET_MS) {
        await judgeQuiet(this.#evidence);
        return judge.raise();
      }
      if (world.now - startedAt > MOST_CALM_MS) break;
    }
    const live = [...this.#evidence.ledger.sessions.values()].filter((session) => !isOver(session));
    const loops = [...this.#evidence.ledger.loops.loops.values()].filter((loop) => !isLoopOver(loop));
    const names = [...live, ...loops].map(({ id, state }) => `${id} is ${state}`);
    judge.accuse(`no end in bounded time: ${names.join(', ')}`);
    judge.raise();
  }

  /** No clock runs for a session that a person took over: they hand it back when it hangs for a while. */
  async #giveUpScreens(): Promise<void> {
    for (const session of this.#evidence.ledger.sessions.values()) {
      const hasHung = this.#evidence.world.wall() - session.stateSince > PATIENCE_MS;
      if (session.takenOver && session.state === 'working' && hasHung)
        await this.#persons.handBack(session.id);
    }
  }

  /** Who asks may hold the money that others wait for. */
  async #answerOldest(): Promise<void> {
    const [question] = await this.#evidence.store.listQuestions({ state: 'open' });
    if (question) await this.#persons.answer(question);
  }

  async #mendSupervisors(): Promise<void> {
    const lives = this.#crew.listSupervisors();
    const isSound = lives.length === 1 && lives.every(({ isPaused }) => !isPaused);
    if (isSound) return;
    for (const life of lives) this.#evidence.schedule.kill(life);
    await this.#crew.startSupervisor();
  }

  #isSettled(): boolean {
    const { ledger } = this.#evidence;
    const loops = [...ledger.loops.loops.values()];
    if (!loops.every((loop) => isLoopSettled(this.#evidence, loop))) return false;
    return [...ledger.sessions.values()].every(
      (session) =>
        isOver(session) ||
        (session.state === 'created' && session.runId !== null && !ledger.hasUnread(session.id)) ||
        isAwaiting([...ledger.sessions.values()], session) ||
        isHeldRival([...ledger.sessions.values()], session) ||
        (session.state === 'waiting' && ledger.hasOpenQuestion(session.id)) ||
        awaitsLiveChild([...ledger.sessions.values()], session) ||
        (session.state === 'idle' && restsUntilTold(ledger, session) && !ledger.hasUnread(session.id)),
    );
  }

  async report(): Promise<Omit<SimulationReport, 'seed' | 'violation' | 'trace'>> {
    const { ledger, store, judge, world } = this.#evidence;
    const sessions: Record<string, number> = {};
    for (const { state } of ledger.sessions.values()) sessions[state] = (sessions[state] ?? 0) + 1;
    const events: Record<string, number> = {};
    for (const { event } of await store.listJournal({ after: 0, limit: 1_000_000 })) {
      events[event] = (events[event] ?? 0) + 1;
    }
    return {
      sessions,
      events,
      steps: judge.trace.steps,
      attempts: world.folders.size,
      messages: (await store.listMessages({})).length,
      questions: (await store.listQuestions({})).length,
    };
  }
}

/** A session of a loop hears from its gate, which does not run while the loop is paused. */
function restsUntilTold({ loops }: Ledger, session: Session): boolean {
  const loop = loops.loops.get(session.metadata[LOOP_METADATA] ?? '');
  return !endsByItself(session) && (session.takenOver || loop === undefined || loop.state === 'paused');
}

import { createHash } from 'node:crypto';
import type { VerbDeps } from '../../src/app/deps.ts';
import type { Config } from '../../src/contract/config.ts';
import { refuse } from '../../src/domain/outcome.ts';
import { holdsSlot } from '../../src/domain/session/session.ts';
import type { Attempts } from '../../src/runtime/attempt/attempts.ts';
import type { Gates } from '../../src/runtime/gate/gates.ts';
import type { Store, Write } from '../../src/store/store.ts';
import { keepClock } from '../../src/supervisor/clock/keep-clock.ts';
import { watchRoom } from '../../src/supervisor/disk/room.ts';
import { type Supervision, type SupervisionDeps, supervise } from '../../src/supervisor/supervise.ts';
import { refusalText } from '../../src/views/refusal-text.ts';
import { noPlanBranches, noPlanFolders } from '../samples/plan-ports.ts';
import { simulatedFamily } from './creating.ts';
import type { Dice } from './dice.ts';
import type { Disk } from './disk.ts';
import type { Judge } from './judge.ts';
import type { Ledger } from './ledger.ts';
import { simulatedNotifier } from './notices.ts';
import { AGENTS, misfitsOf } from './project.ts';
import { type Life, newLife, type Schedule, SIMULATED } from './schedule.ts';
import { simulatedAttempts } from './simulated-attempts.ts';
import { simulatedOutboxes } from './simulated-outboxes.ts';
import type { SimulatedPlans } from './simulated-plans.ts';
import { simulatedStarts } from './simulated-starts.ts';
import { simulatedStore } from './simulated-store.ts';
import type { Workshop } from './workshop.ts';
import type { World } from './world.ts';

/** One guard taken out, to see that its absence is noticed. */
export type Mutation = Readonly<{
  store?: (store: Store) => Store;
  attempts?: (attempts: Attempts, world: World) => Attempts;
  world?: (world: World) => void;
  gates?: (gates: Gates) => Gates;
  /** No watch of a folder ever says a word. */
  isDeaf?: boolean;
}>;

export type Setting = Readonly<{
  dice: Dice;
  judge: Judge;
  world: World;
  schedule: Schedule;
  ledger: Ledger;
  disk: Disk;
  workshop: Workshop;
  plans: SimulatedPlans;
  config: Config;
  /** The rows, without anything between. */
  store: Store;
  mutation: Mutation;
}>;

type Supervisor = {
  readonly life: Life;
  supervision: Supervision;
  readonly watched: Map<string, () => void>;
};

const LOST_NEWS = 0.15;
const MINUTE = 60_000;

/** The processes that run our code: supervisors, and the verbs that persons call. */
const NO_FOLDERS = {
  observeActivity: async () => ({ fileAt: null, gitAt: null, isPartial: false }),
  ensureRescued: async () => null,
  listConflicts: async () => [],
};

/** No one joins by hand in a simulated world. */
const NO_CALLERS = {
  observe: async () => ({
    hostId: 'here',
    sessionId: null,
    participantId: null,
    lineage: [],
    workDir: '/project',
  }),
  isAlive: async () => false,
};

export class Crew {
  readonly #setting: Setting;
  #supervisors: Supervisor[] = [];
  #born = 0;

  constructor(setting: Setting) {
    this.#setting = setting;
    setting.world.onChange = (id) => this.#tellChange(id);
  }

  listSupervisors(): readonly Life[] {
    this.#supervisors = this.#supervisors.filter(({ life }) => !life.isDead);
    return this.#supervisors.map(({ life }) => life);
  }

  async startSupervisor(): Promise<void> {
    const life = newLife(`supervisor ${++this.#born}`);
    const watched = new Map<string, () => void>();
    this.#setting.judge.trace.note(`${life.name} starts`);
    await this.#setting.schedule.begin(life, () => {
      const supervision = supervise(this.#supervisionDeps(life, watched));
      this.#supervisors.push({ life, supervision, watched });
    });
  }

  /** What a verb needs, called by a person through a process of its own. */
  verbDeps(life: Life, by: string): VerbDeps & Readonly<{ attempts: Attempts }> {
    const { world, config, dice, disk, mutation, ledger, schedule, store } = this.#setting;
    const attempts = simulatedAttempts(this.#setting, life);
    const rows = mutation.store?.(store) ?? store;
    const onSaved = (writes: readonly Write[]): void => this.#wakeWaiters(life, writes);
    return {
      store: simulatedStore({ store: rows, ledger, schedule, onSaved }, life),
      clock: { now: () => world.wall() },
      ids: {
        uuid: () => dice.hex(24),
        hash: (text) => createHash('sha256').update(text).digest('hex'),
      },
      config,
      attempts: mutation.attempts?.(attempts, world) ?? attempts,
      workspaces: disk.workspaces(life),
      by,
      hostId: 'here',
      poke: async (sessionId) => this.#tellPoke(sessionId),
    };
  }

  #supervisionDeps(life: Life, watched: Map<string, () => void>): SupervisionDeps {
    const { disk, judge, workshop, mutation, world, plans } = this.#setting;
    const room = { observeFree: async () => Infinity, isWritable: async () => world.hasRoom() };
    const gates = workshop.gates(life);
    const kept = this.verbDeps(life, 'supervisor');
    const { store, hostId, by } = kept;
    const clocks = { read: () => world.readClocks() };
    const clock = world.hasMachineFaults
      ? keepClock({ store, clocks, hostId, by, longestMs: 5 * MINUTE })
      : { ...kept.clock, isFitting: () => true, settle: async () => false, keep: async () => false };
    const deps = { ...kept, clock };
    return {
      ...deps,
      clock,
      poke: async (sessionId) => this.#of(life)?.supervision.wake(sessionId),
      findAgent: (cli) => AGENTS.get(cli),
      checkValue: async (_, value) => misfitsOf(value),
      wordRefusal: (refusal) => refusalText(refusal).message,
      pathsFor: (session) => projectPaths(session.id, session.attempt),
      drawings: disk.drawings(life),
      observeHead: async () => ({ ok: true, value: 'base' }),
      outputs: disk.outputsOf(life),
      planFolders: noPlanFolders,
      planBranches: noPlanBranches,
      queueDrawings: { drawQueue: async () => {}, drawWork: async () => {} },
      outboxes: simulatedOutboxes(this.#setting, life),
      blobs: { pathOf: (sha256) => `/blobs/${sha256}`, ensure: async () => {} },
      observeKeyChanges: async () => [],
      hasFile: async () => true,
      callers: NO_CALLERS,
      projectRoot: '/project',
      workFolders: NO_FOLDERS,
      sharedFolders: workshop.folder.of(life),
      heldFile: { draw: async () => {}, ensureGone: async () => {} },
      observeCaseRule: async () => ({ ignoreCase: false }),
      outside: null,
      plans: plans.of(life),
      loopPorts: workshop.ports(deps),
      openings: workshop.openings(deps),
      family: simulatedFamily(deps),
      timetables: { open: async (expression) => refuse({ code: 'schedule-never', expression }) },
      gates: mutation.gates?.(gates) ?? gates,
      interrupts: workshop.interrupts(life),
      starts: simulatedStarts(this.#setting, life),
      notifier: simulatedNotifier(this.#setting, life),
      utcOffsetMs: () => 0,
      pageAddress: async () => null,
      nameOf: ({ id }) => ({ sessionDir: id, promptFile: 'p', resultFile: 'r', paneSession: `swarm-${id}` }),
      isServed: async () => true,
      hasResult: async ({ sessionId, attempt }) =>
        this.#setting.world.folder(sessionId, attempt).result !== null,
      ensureWatched: ({ id }, look) => watched.set(id, look),
      ensureRunWatched: () => {},
      ensureProjectWatched: () => {},
      ensureUnwatched: (id) => watched.delete(id),
      room: watchRoom({ disk: room, clock: deps.clock, log: () => {} }),
      log: (level, message) => {
        if (level === 'error' && !message.includes(SIMULATED)) judge.accuse(`a round failed: ${message}`);
      },
    };
  }

  #of(life: Life): Supervisor | undefined {
    return this.#supervisors.find((one) => one.life === life);
  }

  #isLost(): boolean {
    return !this.#setting.world.isCalm && this.#setting.dice.chance(LOST_NEWS);
  }

  #tellChange(sessionId: string): void {
    if (this.#setting.mutation.isDeaf) return;
    for (const { life, watched } of this.#supervisors) {
      const look = watched.get(sessionId);
      if (look && !this.#isLost()) this.#setting.schedule.tell(life, `look at ${sessionId}`, look);
    }
  }

  #tellPoke(sessionId: string): void {
    for (const { life, supervision } of this.#supervisors) {
      if (this.#isLost()) continue;
      this.#setting.schedule.tell(life, `poke ${sessionId}`, () => supervision.wake(sessionId));
      this.#tellSlot(life, supervision);
    }
  }

  // As in main: a freed slot wakes the sessions that wait for one.
  #wakeWaiters(life: Life, writes: readonly Write[]): void {
    const supervisor = this.#of(life);
    if (supervisor && writes.some(freesSlot)) this.#tellSlot(life, supervisor.supervision);
  }

  #tellSlot(life: Life, supervision: Supervision): void {
    this.#setting.schedule.tell(life, 'a slot may be free', () => {
      supervision.wakeWaiting().then(undefined, (error: unknown) => {
        const isOurs = String(error).includes(SIMULATED);
        this.#setting.judge.demand(isOurs, `waking those who wait failed: ${String(error)}`);
      });
    });
  }
}

const freesSlot = (write: Write): boolean =>
  write.kind === 'step-session' && holdsSlot(write.step.from.state) && !holdsSlot(write.step.to.state);

const projectPaths = (sessionId: string, attempt: number) => ({
  project: '/p',
  workDir: '/p',
  sessionDir: `/p/${sessionId}`,
  attemptDir: `/p/${sessionId}/${attempt}`,
  binDir: '/bin',
  rehearsalProgram: 'rehearsal',
  home: '/h',
});

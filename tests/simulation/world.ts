import type { AttemptObservation } from '../../src/runtime/attempt/attempts.ts';
import { decideObservation } from '../../src/runtime/attempt/decide-observation.ts';
import type { Dice } from './dice.ts';
import { Folder } from './folder.ts';
import type { Judge } from './judge.ts';
import type { Screen } from './screen.ts';

/** How long a process does nothing: for a time, or until something holds. */
export type Pause = Readonly<{ ms: number; until?: () => boolean }>;
/** What a process does, step by step; it gives back its exit code. */
export type Brain = Generator<Pause, number, void>;
/** Thrown by a brain: the process is over, with this code. */
export class Exited {
  readonly code: number;
  constructor(code: number) {
    this.code = code;
  }
}

/** An agent, or something that it left behind. */
export type Agent = {
  readonly folder: Folder;
  readonly brain: Brain;
  readonly isStray: boolean;
  isAlive: boolean;
  wakesAt: number;
  until: (() => boolean) | null;
  /** Deaf to TERM. */
  readonly isStubborn: boolean;
  diesAt: number;
  dyingCode: number;
};

/** The small program in the pane: claims, starts the agent, waits, writes the exit. */
type Launcher = {
  readonly folder: Folder;
  readonly server: number | null;
  isAlive: boolean;
  agent: Agent | null;
  wasHungUp: boolean;
  actsAt: number;
};

export type Move = Readonly<{ at: number; label: string; run: () => void }>;

export type WorldOptions = Readonly<{ dice: Dice; judge: Judge; hasTmux: boolean }>;

const NEVER = Number.POSITIVE_INFINITY;
const TERM_CODE = 143;
const KILL_CODE = 137;
/** As long as a look waits for the claim of a pane that is there. */
const CLAIM_MS = 5_000;

/** One machine with a tmux server: what the supervisor can only look at and push. */
export class World {
  now = 1_760_000_000_000;
  readonly folders = new Map<string, Folder>();
  /** The lines of each transcript, by its file. */
  readonly transcripts = new Map<string, string[]>();
  /** Files that were drawn from records, as `<session>/output.log`. */
  readonly drawn = new Map<string, Buffer>();
  /** The size of a session's folder where it is not small. */
  readonly diskBytes = new Map<string, number>();
  readonly agents = new Set<Agent>();
  readonly launchers = new Set<Launcher>();
  /** How often the person was told of something. */
  readonly heard = new Map<string, number>();
  /** Makes the brain of an agent from its folder. */
  think: (folder: Folder) => Brain = () => idleBrain();
  /** Something of a session's folder changed. */
  onChange: (sessionId: string) => void = () => {};
  isCalm = false;
  /** Its disk fills up, and its clock is set. */
  hasMachineFaults = false;
  /** By how much the wall clock is off. */
  wallShift = 0;
  /** Until then, nothing can be written. */
  fullUntil = 0;
  calmSince = Number.POSITIVE_INFINITY;
  #boot = 1;
  #server: number | null = null;
  #servers = 0;
  readonly #dice: Dice;
  readonly #judge: Judge;
  readonly #hasTmux: boolean;

  constructor({ dice, judge, hasTmux }: WorldOptions) {
    this.#dice = dice;
    this.#judge = judge;
    this.#hasTmux = hasTmux;
  }

  folder(sessionId: string, attempt: number): Folder {
    const name = `${sessionId}/${attempt}`;
    const known = this.folders.get(name) ?? new Folder(sessionId, attempt);
    this.folders.set(name, known);
    return known;
  }

  /** What the wall clock says, which may have been set. */
  wall(): number {
    return this.now + this.wallShift;
  }

  readClocks() {
    return { wall: this.wall(), steady: this.now, boot: String(this.#boot) };
  }

  hasRoom(): boolean {
    return this.isCalm || this.now >= this.fullUntil;
  }

  /** Starts a launcher, unless tmux holds one for this attempt already. */
  open(folder: Folder): void {
    if (!this.#hasTmux) return this.#startLauncher(folder, null);
    this.#server ??= ++this.#servers;
    const server = this.#server;
    const isThere = [...this.launchers].some((one) => one.folder === folder && one.server === server);
    if (!isThere) this.#startLauncher(folder, server);
  }

  #startLauncher(folder: Folder, server: number | null): void {
    const isSlow = !this.isCalm && this.#dice.chance(0.1);
    const actsAt = this.now + (isSlow ? this.#dice.between(1_000, 60_000) : this.#dice.between(1, 300));
    this.launchers.add({ folder, server, isAlive: true, agent: null, wasHungUp: false, actsAt });
  }

  /** All that may happen by itself, with the time when it does. */
  listMoves(): Move[] {
    const moves: Move[] = [];
    for (const launcher of this.launchers) {
      const label = `launcher of ${launcher.folder.name}`;
      moves.push({ at: launcher.actsAt, label, run: () => this.#stepLauncher(launcher) });
    }
    for (const agent of this.agents) {
      const label = `agent of ${agent.folder.name}`;
      if (agent.diesAt <= this.now) {
        moves.push({ at: agent.diesAt, label, run: () => this.#end(agent, agent.dyingCode) });
      } else {
        const at = agent.until?.() ? this.now : Math.min(agent.wakesAt, agent.diesAt);
        moves.push({ at, label, run: () => this.#stepAgent(agent) });
      }
    }
    return moves;
  }

  #stepLauncher(launcher: Launcher): void {
    launcher.actsAt = NEVER;
    const { folder } = launcher;
    if (launcher.agent === null) {
      if (folder.claim !== null && !this.canClaimTwice) return this.#dropLauncher(launcher);
      folder.claim = { boot: String(this.#boot), server: launcher.server };
      launcher.agent = this.#startAgent(folder, { isStray: false });
    } else {
      folder.exit ??= { code: launcher.agent.dyingCode, hup: launcher.wasHungUp };
      this.#dropLauncher(launcher);
    }
    this.onChange(folder.sessionId);
  }

  /** For the check of the checks: a claim that two can win, and one that stays free after the end. */
  canClaimTwice = false;
  leavesClaimOpen = false;
  /** Keys without a look, and without a note before them. */
  isBlind = false;
  readonly skipsMarks = new Set<'pasted' | 'entered'>();

  /** The screen of an attempt whose process lives. */
  screenOf(folder: Folder): Screen | null {
    const isAlive = [...this.agents].some((agent) => agent.folder === folder && !agent.isStray);
    return isAlive ? folder.screen : null;
  }

  listScreens(): Screen[] {
    return [...this.agents].flatMap(({ folder, isStray }) => {
      const screen = isStray ? null : folder.screen;
      return screen?.isReady ? [screen] : [];
    });
  }

  #dropLauncher(launcher: Launcher): void {
    launcher.isAlive = false;
    this.launchers.delete(launcher);
  }

  #startAgent(folder: Folder, { isStray }: { isStray: boolean }): Agent {
    if (!isStray) this.#demandAlone(folder);
    const agent: Agent = {
      folder,
      brain: isStray ? strayBrain(folder, this.#dice) : this.think(folder),
      isStray,
      isAlive: true,
      wakesAt: this.now,
      until: null,
      isStubborn: this.#dice.chance(0.2),
      diesAt: NEVER,
      dyingCode: 0,
    };
    this.agents.add(agent);
    this.#judge.trace.note(`${isStray ? 'stray' : 'agent'} of ${folder.name} starts`);
    return agent;
  }

  #demandAlone(folder: Folder): void {
    for (const other of this.agents) {
      const isSame = other.folder.sessionId === folder.sessionId;
      this.#judge.demand(!isSame, `two live processes: ${other.folder.name} beside ${folder.name}`);
    }
  }

  #stepAgent(agent: Agent): void {
    agent.until = null;
    if (agent.diesAt <= this.now) return this.#end(agent, agent.dyingCode);
    try {
      const { done, value } = agent.brain.next();
      if (done) this.#end(agent, value);
      else {
        agent.wakesAt = this.now + value.ms;
        agent.until = value.until ?? null;
      }
    } catch (error) {
      if (!(error instanceof Exited)) throw error;
      this.#end(agent, error.code);
    }
    // What it wrote last is told like all before, also where it ends with that.
    this.onChange(agent.folder.sessionId);
  }

  #end(agent: Agent, code: number): void {
    this.#remove(agent);
    agent.dyingCode = code;
    agent.folder.loseAskers(this.now);
    const launcher = [...this.launchers].find((one) => one.agent === agent);
    if (launcher) launcher.actsAt = this.now + this.#dice.between(0, 100);
    if (!agent.isStray && !this.isCalm && this.#dice.chance(0.2))
      this.#startAgent(agent.folder, { isStray: true });
    this.#judge.trace.note(`agent of ${agent.folder.name} ends with ${code}`);
  }

  #remove(agent: Agent): void {
    agent.isAlive = false;
    this.agents.delete(agent);
    if (!agent.isStray) agent.folder.diedAt = this.now;
  }

  observe(folder: Folder): AttemptObservation {
    for (const launcher of this.launchers) {
      const isClaiming = launcher.folder === folder && launcher.agent === null;
      // A look waits for a claim that is under way.
      if (isClaiming && launcher.actsAt <= this.now + CLAIM_MS) this.#stepLauncher(launcher);
    }
    const { claim, exit } = folder;
    if (claim === null) return { is: 'absent' };
    const isLauncherAlive = [...this.launchers].some((one) => one.folder === folder && one.agent !== null);
    const owner = claim === 'tombstone' ? { boot: '', server: null } : claim;
    return decideObservation({
      pid: 1,
      input: 'turns',
      exit: exit === null ? undefined : { ...exit, term: false },
      isLauncherAlive,
      isSameBoot: owner.boot === '' || owner.boot === String(this.#boot),
      isServerAlive: owner.server === null ? null : owner.server === this.#server,
      isEndingAsked: folder.isEnding,
    });
  }

  /** What a look at the process table and at all panes would tell. */
  processStamp(folder: Folder): string {
    const launcher = [...this.launchers].find((one) => one.folder === folder && one.agent !== null);
    return `${launcher !== undefined} ${folder.claim === null ? '-' : JSON.stringify(folder.claim)}`;
  }

  signal(folder: Folder, signal: 'TERM' | 'KILL'): void {
    folder.isEnding = true;
    for (const agent of this.agents) {
      if (agent.folder !== folder || (signal === 'TERM' && agent.isStubborn)) continue;
      agent.dyingCode = signal === 'TERM' ? TERM_CODE : KILL_CODE;
      agent.diesAt = Math.min(agent.diesAt, this.now + this.#dice.between(0, signal === 'TERM' ? 2_000 : 20));
    }
  }

  /** Nothing of the attempt is left, and no launcher can claim it any more. */
  clear(folder: Folder): void {
    if (this.leavesClaimOpen && folder.claim === null) return;
    folder.claim ??= 'tombstone';
    for (const launcher of this.launchers) if (launcher.folder === folder) this.#dropLauncher(launcher);
    for (const agent of this.agents) {
      if (agent.folder !== folder) continue;
      // A process that gets a SIGTERM may have a last word.
      if (!this.isCalm && this.#dice.chance(0.5)) this.#stepAgent(agent);
      this.#remove(agent);
    }
    folder.loseAskers(this.now);
  }

  /** A person closes the pane. */
  closePane(launcher: Launcher): void {
    this.#judge.trace.note(`a person closes the pane of ${launcher.folder.name}`);
    this.#hangUp(launcher);
  }

  #hangUp(launcher: Launcher): void {
    launcher.wasHungUp = true;
    const { agent } = launcher;
    if (agent === null) return this.#dropLauncher(launcher);
    agent.dyingCode = agent.isStubborn ? KILL_CODE : TERM_CODE;
    agent.diesAt = Math.min(agent.diesAt, this.now + this.#dice.between(0, agent.isStubborn ? 5_000 : 1_000));
  }

  killServer(): void {
    this.#judge.trace.note('the tmux server dies');
    this.#server = null;
    for (const launcher of this.launchers) if (launcher.server !== null) this.#hangUp(launcher);
  }

  /** Its agent lives on, and no launcher will write its exit. */
  killLauncher(launcher: Launcher): void {
    this.#judge.trace.note(`the launcher of ${launcher.folder.name} is killed`);
    this.#dropLauncher(launcher);
  }

  reboot(): void {
    this.#judge.trace.note('the machine reboots');
    this.#boot += 1;
    this.#server = null;
    this.launchers.clear();
    for (const agent of this.agents) this.#remove(agent);
    for (const folder of this.folders.values()) folder.loseAskers(this.now);
  }
}

function* idleBrain(): Brain {
  yield { ms: NEVER };
  return 0;
}

// A child in a process group of its own, which outlives its parent and still asks for something.
function* strayBrain(folder: Folder, dice: Dice): Brain {
  yield { ms: dice.between(0, 3_000) };
  folder.addRequest({ verb: 'message.send', to: 'person', body: `stray ${dice.hex(8)}` });
  yield { ms: NEVER };
  return 0;
}

import type { Crew, Setting } from './crew.ts';
import type { Call, Fate } from './schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HUGE_BYTES = 600 * 1024 * 1024;

type MachineFault = 'clock-is-set' | 'disk-full';
type Trouble =
  | 'server-dies'
  | 'reboot'
  | 'launcher-killed'
  | 'pane-closed'
  | 'clock-jumps'
  | 'clock-is-set'
  | 'ghost'
  | 'disk-fills'
  | 'disk-full'
  | 'transcript-lost';

const TROUBLES: Readonly<Record<Exclude<Trouble, MachineFault>, number>> = {
  'server-dies': 2,
  reboot: 2,
  'launcher-killed': 9,
  'pane-closed': 3,
  'clock-jumps': 4,
  ghost: 8,
  'disk-fills': 1,
  'transcript-lost': 1,
};

const MACHINE_FAULTS: Readonly<Record<MachineFault, number>> = { 'clock-is-set': 8, 'disk-full': 6 };

/** Everything that goes wrong by itself, as often as this seed's weather has it. */
export class Troubles {
  readonly #setting: Setting;
  readonly #crew: Crew;
  /** From 0, where only people and agents act, to 3. */
  readonly #weather: number;
  /** A second supervisor is started again and again. */
  readonly #hasTwins: boolean;

  constructor(setting: Setting, crew: Crew) {
    this.#setting = setting;
    this.#crew = crew;
    this.#weather = setting.dice.pick([0, 0.3, 1, 1, 2, 3]);
    this.#hasTwins = setting.dice.chance(0.25);
  }

  /** What becomes of a call that a process of ours makes. */
  decideFate({ life, kind }: Call): Fate {
    const { dice, world } = this.#setting;
    if (world.isCalm || kind === 'wake') return 'go';
    if (kind === 'effect' && !world.hasRoom()) return 'no-room';
    const isPerson = life.name.startsWith('person');
    const often = this.#weather * (isPerson ? 3 : 1) * (kind === 'look' ? 0.2 : 1);
    if (!dice.chance(0.02 * often)) return 'go';
    return dice.weigh<Fate>({
      'die-before': 3,
      'die-after': 4,
      fail: 3,
      'fail-for-good': kind === 'look' ? 0 : 0.3,
      'lose-answer': kind === 'look' ? 0 : 3,
    });
  }

  async strike(): Promise<void> {
    const { dice, judge, world } = this.#setting;
    const isAlone = this.#crew.listSupervisors().length === 1;
    if (this.#hasTwins && isAlone && dice.chance(0.05)) await this.#crew.startSupervisor();
    if (dice.chance(0.008 * this.#weather)) await this.#disturb();
    if (!dice.chance(0.01 * this.#weather)) return;
    switch (dice.weigh<Trouble>(world.hasMachineFaults ? { ...TROUBLES, ...MACHINE_FAULTS } : TROUBLES)) {
      case 'server-dies':
        return world.killServer();
      case 'reboot':
        return this.#reboot();
      case 'launcher-killed':
        if (world.launchers.size > 0) world.killLauncher(dice.pick([...world.launchers]));
        return;
      case 'pane-closed': {
        const panes = [...world.launchers].filter(({ server }) => server !== null);
        if (panes.length > 0) world.closePane(dice.pick(panes));
        return;
      }
      case 'clock-jumps':
        world.now += dice.between(1_000, 20 * MINUTE);
        return;
      case 'clock-is-set':
        world.wallShift += dice.between(-2 * HOUR, 2 * HOUR);
        return judge.trace.note(`the clock is off by ${world.wallShift} ms`);
      case 'ghost':
        return this.#haunt();
      case 'disk-fills':
        if (world.agents.size > 0) {
          world.diskBytes.set(dice.pick([...world.agents]).folder.sessionId, HUGE_BYTES);
        }
        return;
      case 'disk-full':
        world.fullUntil = world.now + dice.between(1_000, 10 * MINUTE);
        return judge.trace.note('the disk is full');
      case 'transcript-lost':
        if (world.transcripts.size > 0) world.transcripts.delete(dice.pick([...world.transcripts.keys()]));
        return;
    }
  }

  async #disturb(): Promise<void> {
    const { dice, judge, schedule } = this.#setting;
    const lives = this.#crew.listSupervisors();
    if (lives.length === 0) return;
    const life = dice.pick(lives);
    switch (dice.weigh({ pause: life.isPaused ? 8 : 4, second: 4, die: 2 })) {
      case 'pause':
        life.isPaused = !life.isPaused;
        return judge.trace.note(`${life.name} ${life.isPaused ? 'is paused' : 'goes on'}`);
      case 'second':
        if (lives.length < 2) await this.#crew.startSupervisor();
        return;
      case 'die':
        judge.trace.note(`${life.name} dies`);
        return schedule.kill(life);
    }
  }

  #reboot(): void {
    for (const life of this.#crew.listSupervisors()) this.#setting.schedule.kill(life);
    this.#setting.world.reboot();
  }

  // Something that escaped its attempt speaks up after a later attempt has begun.
  #haunt(): void {
    const { dice, world, ledger, judge } = this.#setting;
    const past = [...world.folders.values()].filter(
      ({ sessionId, attempt }) => attempt < (ledger.sessions.get(sessionId)?.attempt ?? 0),
    );
    if (past.length === 0) return;
    const folder = dice.pick(past);
    judge.trace.note(`a ghost of ${folder.name} speaks`);
    if (dice.chance(0.3)) folder.exit ??= { code: 0, hup: false };
    const request = dice.pick([
      { verb: 'session.finish' },
      { verb: 'question.ask', text: 'is a person there?' },
      { verb: 'message.send', to: folder.sessionId, body: `m-${dice.hex(12)}` },
      { verb: 'session.submit-result', json: '{"summary":"of a ghost"}' },
    ]);
    folder.addRequest(request, { isGhostly: true });
    world.onChange(folder.sessionId);
  }
}

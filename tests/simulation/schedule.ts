import { setImmediate } from 'node:timers';
import { Fault } from '../../src/domain/fault.ts';
import type { Dice } from './dice.ts';

/** One operating system process of ours: a supervisor, or one call of the command line. */
export type Life = { readonly name: string; isDead: boolean; isPaused: boolean };

/** What happens to a call: it may be the last thing that its process does, or did. */
export type Fate = 'go' | 'die-before' | 'die-after' | 'fail' | 'fail-for-good' | 'no-room' | 'lose-answer';

/** `look` changes nothing; `effect` changes the world or the rows; `wake` delivers a wake-up. */
export type CallKind = 'look' | 'effect' | 'wake';

export type Call = Readonly<{ life: Life; label: string; kind: CallKind }>;
type Pending = Call & Readonly<{ run: (fate: Fate) => void }>;

/**
 * How often a call that changes nothing that counts waits for its turn: enough to mix the order of things
 * well.
 */
export const WAITING_LOOKS = 0.25;

export const newLife = (name: string): Life => ({ name, isDead: false, isPaused: false });

/** The mark by which a fault of ours is told from a mistake in the code under test. */
export const SIMULATED = 'simulated:';

/**
 * Every call that code under test makes to the outside stops here until it is let through. So the order of
 * all that happens at the same time is decided by the dice, and a process that dies is simply never answered.
 */
export class Schedule {
  #pending: Pending[] = [];
  readonly #dice: Dice;
  /** Whose code runs now. Only one life runs between two settlings. */
  current: Life | null = null;

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  /** As `act`, but mostly at once. */
  look<T>(call: Call, work: () => T | Promise<T>): Promise<T> {
    if (this.#dice.chance(WAITING_LOOKS)) return this.act(call, work);
    return (async () => work())();
  }

  /** Waits for its turn, then works. The work itself is never cut in two. */
  act<T>(call: Call, work: (fate: Fate) => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = (fate: Fate): void => {
        if (fate === 'fail' || fate === 'fail-for-good' || fate === 'no-room')
          return reject(faultOf(call, fate));
        const answer = (value: T): void => {
          if (fate === 'lose-answer') reject(faultOf(call, fate));
          else if (!call.life.isDead) resolve(value);
        };
        try {
          Promise.resolve(work(fate)).then(answer, (error) => call.life.isDead || reject(error));
        } catch (error) {
          reject(error);
        }
        if (fate === 'die-after') this.kill(call.life);
      };
      this.#pending.push({ ...call, run });
    });
  }

  /** News for a life; may arrive late, and is dropped when the life is over. */
  tell(life: Life, label: string, run: () => void): void {
    const isWaiting = this.#pending.some((one) => one.life === life && one.label === label);
    if (!life.isDead && !isWaiting) this.#pending.push({ life, label, kind: 'wake', run });
  }

  listReady(): readonly Pending[] {
    return this.#pending.filter(({ life }) => !life.isPaused);
  }

  hasPending(): boolean {
    return this.#pending.length > 0;
  }

  async release(pending: Pending, fate: Fate): Promise<void> {
    this.#pending = this.#pending.filter((other) => other !== pending);
    if (fate === 'die-before') return this.kill(pending.life);
    this.current = pending.life;
    pending.run(fate);
    await settled();
    this.current = null;
  }

  /** Runs code of a life from its beginning up to its first calls. */
  async begin(life: Life, run: () => void): Promise<void> {
    this.current = life;
    run();
    await settled();
    this.current = null;
  }

  kill(life: Life): void {
    life.isDead = true;
    this.#pending = this.#pending.filter((other) => other.life !== life);
  }
}

/**
 * Nothing under test waits for anything but this schedule, so one lap of the event loop brings all to rest.
 */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function faultOf({ label }: Call, fate: Fate): Fault {
  const code = fate === 'no-room' ? 'disk-full' : 'simulated';
  return new Fault(code, `${SIMULATED} ${fate} at ${label}`, { retry: fate !== 'fail-for-good' });
}

import type { VerbDeps } from '../../src/app/deps.ts';
import { pauseLoops } from '../../src/app/loop/pause-loops.ts';
import { startLoop } from '../../src/app/loop/start-loop.ts';
import { stopLoop } from '../../src/app/loop/stop-loop.ts';
import { unpauseLoops } from '../../src/app/loop/unpause-loops.ts';
import { addWork } from '../../src/app/queue/add-work.ts';
import { claimWork } from '../../src/app/queue/claim-work.ts';
import { failWork } from '../../src/app/queue/fail-work.ts';
import { finishWork } from '../../src/app/queue/finish-work.ts';
import type { QueueDeps } from '../../src/app/queue/queue-deps.ts';
import { releaseWork } from '../../src/app/queue/release-work.ts';
import { reorderWork } from '../../src/app/queue/reorder-work.ts';
import { StartLoop } from '../../src/contract/loop.ts';
import {
  AddWork,
  ClaimWork,
  FailWork,
  FinishWork,
  ReleaseWork,
  ReorderWork,
} from '../../src/contract/queue.ts';
import { isLoopOver } from '../../src/domain/loop/loop.ts';
import { accept } from '../../src/domain/outcome.ts';
import { creating } from './creating.ts';
import type { Setting } from './crew.ts';
import type { Persons } from './persons.ts';
import { TEMPLATE } from './workshop.ts';

const MOST_LOOPS = 3;
const MOST_WORK = 9;
const FIRST_WORK = 4;
const PEOPLE = ['ann', 'bob'];

type Errand =
  | 'start'
  | 'add'
  | 'pause'
  | 'unpause'
  | 'stop'
  | 'interrupt'
  | 'take-back'
  | 'claim'
  | 'settle'
  | 'release'
  | 'reorder';

const ERRANDS: Readonly<Record<Errand, number>> = {
  start: 20,
  add: 25,
  pause: 3,
  unpause: 8,
  stop: 1,
  interrupt: 2,
  'take-back': 5,
  claim: 4,
  settle: 5,
  release: 2,
  reorder: 3,
};

/** People who start loops, fill the queue, and now and then lend a hand themselves. */
export class LoopPersons {
  readonly #setting: Setting;
  readonly #persons: Persons;
  #added = 0;

  constructor(setting: Setting, persons: Persons) {
    this.#setting = setting;
    this.#persons = persons;
  }

  /** So that there is something to do from the beginning. */
  async begin(): Promise<void> {
    for (let left = FIRST_WORK; left > 0; left--) await this.#add();
    await this.#start();
  }

  async act(): Promise<void> {
    const { dice, workshop } = this.#setting;
    switch (dice.weigh<Errand>(ERRANDS)) {
      case 'start':
        return this.#start();
      case 'add':
        return this.#add();
      case 'pause':
        return this.#persons.run('pause', (deps) => pauseLoops(deps, this.#oneOrAll()));
      case 'unpause':
        return this.unpause();
      case 'stop':
        return this.#withLoop((loopId) => this.stop(loopId));
      case 'interrupt':
        workshop.interrupt ??= 'wait for me';
        return;
      case 'take-back':
        workshop.interrupt = null;
        return;
      case 'claim':
        return this.#claim();
      case 'settle':
        return this.#settleOwn();
      case 'release':
        return this.#withWork((workId) =>
          this.#run(`release ${workId}`, (deps) =>
            releaseWork(deps, ReleaseWork.parse({ workId, force: dice.chance(0.3) })),
          ),
        );
      case 'reorder':
        return this.#withWork((workId) =>
          this.#run(`reorder ${workId}`, (deps) =>
            reorderWork(deps, ReorderWork.parse({ workId, first: true })),
          ),
        );
    }
  }

  /** Ends every pause and interrupt. */
  async relent(): Promise<void> {
    this.#setting.workshop.interrupt = null;
    await this.unpause();
  }

  unpause(): Promise<void> {
    return this.#persons.run('unpause', (deps) => unpauseLoops(deps, {}));
  }

  stop(loopId: string): Promise<void> {
    return this.#persons.run(`stop ${loopId}`, (deps) => stopLoop(deps, { loopId, reason: 'enough' }));
  }

  #oneOrAll(): { loopId?: string } {
    const { dice, ledger } = this.#setting;
    const ids = [...ledger.loops.loops.keys()];
    return ids.length > 0 && dice.chance(0.6) ? { loopId: dice.pick(ids) } : {};
  }

  async #start(): Promise<void> {
    const { dice, ledger } = this.#setting;
    if (ledger.loops.loops.size >= MOST_LOOPS) return;
    const input = StartLoop.parse({
      persona: dice.pick(['talker', 'teller', 'namer', 'printer', 'screener']),
      concurrency: dice.between(1, 3),
      untilEmpty: dice.chance(0.6),
      ...(dice.chance(0.2) ? { label: 'east' } : {}),
      maxIterations: dice.chance(0.2) ? dice.between(1, 4) : 0,
      delayMs: dice.pick([0, 500, 20_000]),
      workspace: dice.chance(0.5),
      ...(dice.chance(0.35) ? { gate: 'make check' } : {}),
    });
    await this.#persons.run('start a loop', (deps) =>
      startLoop(
        { ...creating(deps), findTemplate: async () => accept(TEMPLATE), findFolder: async (path) => path },
        input,
      ),
    );
  }

  async #add(): Promise<void> {
    const { dice, ledger } = this.#setting;
    if (this.#added >= MOST_WORK) return;
    const known = [...ledger.loops.works.rows.keys()];
    const input = AddWork.parse({
      id: `w-${++this.#added}`,
      title: 'something to do',
      labels: dice.chance(0.4) ? ['east'] : [],
      priority: dice.between(0, 2),
      retries: dice.between(0, 2),
      needs: known.length > 0 && dice.chance(0.3) ? [dice.pick(known)] : [],
      notBefore: dice.chance(0.2) ? `${dice.between(1, 600)}s` : null,
      deadline: dice.chance(0.1) ? `${dice.between(60, 3_600)}s` : null,
      gate: dice.chance(0.3) ? 'make check' : null,
      template: dice.chance(0.1) ? dice.pick([TEMPLATE.file, 'prompts/gone.md']) : null,
    });
    // The same words twice, as from a person who missed the first answer.
    for (let times = dice.chance(0.2) ? 2 : 1; times > 0; times--) {
      await this.#run(`add ${input.id}`, (deps) => addWork(deps, input));
    }
  }

  #claim(): Promise<void> {
    const { dice } = this.#setting;
    const holder = dice.pick(PEOPLE);
    const leaseMs = dice.between(1, 300) * 1_000;
    return this.#run('claim by hand', (deps) => claimWork(deps, ClaimWork.parse({ holder, leaseMs })));
  }

  /** With the number of a claim, which may be an old one by now. */
  #settleOwn(): Promise<void> {
    const { dice } = this.#setting;
    return this.#withWork((workId, newest) => {
      const fence = Math.max(0, newest - (dice.chance(0.3) ? 1 : 0));
      const held = { workId, fence };
      return this.#run(`settle ${workId}`, (deps) =>
        dice.chance(0.5)
          ? finishWork(deps, FinishWork.parse(held))
          : failWork(deps, FailWork.parse({ ...held, reason: 'it does not fit' })),
      );
    });
  }

  async #withWork(run: (id: string, fence: number) => Promise<void>): Promise<void> {
    const works = [...this.#setting.ledger.loops.works.rows.values()];
    if (works.length === 0) return;
    const { id, fence } = this.#setting.dice.pick(works);
    await run(id, fence);
  }

  async #withLoop(run: (id: string) => Promise<void>): Promise<void> {
    const live = [...this.#setting.ledger.loops.loops.values()].filter((loop) => !isLoopOver(loop));
    if (live.length > 0) await run(this.#setting.dice.pick(live).id);
  }

  #run(what: string, verb: (deps: QueueDeps) => Promise<unknown>): Promise<void> {
    return this.#persons.run(what, (deps) => verb(queueing(deps)));
  }
}

const queueing = (deps: VerbDeps): QueueDeps => ({ ...deps, hasFile: async () => true, outside: null });

import type { VerbDeps } from '../../src/app/deps.ts';
import type { LoopPorts } from '../../src/app/loop/begin-iteration.ts';
import type { RoleOpenings } from '../../src/app/run/role-openings.ts';
import { resolveSession } from '../../src/app/session/resolve-session.ts';
import { accept, refuse } from '../../src/domain/outcome.ts';
import type { Interrupts } from '../../src/runtime/files/interrupts.ts';
import type { Gates } from '../../src/runtime/gate/gates.ts';
import { creating } from './creating.ts';
import type { Dice } from './dice.ts';
import type { Life, Schedule } from './schedule.ts';
import { SimulatedFolder } from './simulated-folder.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
/** The template that every loop is started with, and the only one that is there. */
export const TEMPLATE = { file: 'prompts/one.md', text: 'Do {{TITLE}} as {{WORK_ITEM}}' };

type End = 'green' | 'red' | 'missing';
const ENDS: Readonly<Record<End, number>> = { green: 50, red: 40, missing: 10 };
const CALM_ENDS: Readonly<Record<End, number>> = { green: 80, red: 17, missing: 3 };

type WorkshopDeps = Readonly<{ world: World; schedule: Schedule; dice: Dice }>;

/** What loops find outside the store: gates, the interrupt file, and what agents have done there. */
export class Workshop {
  /** The text of the interrupt file; null when there is none. */
  interrupt: string | null = null;
  /** Sessions whose gate was green at its last run, and that have not worked since. */
  readonly greens = new Set<string>();
  /** Sessions whose gate was green at any run: each of two supervisors may run it, and one is heard. */
  readonly everGreen = new Set<string>();
  /** The sessions that have done a piece of work, by its id. */
  readonly done = new Map<string, Set<string>>();
  /** Where sessions without a workspace work. */
  readonly folder: SimulatedFolder;
  readonly #deps: WorkshopDeps;

  constructor(deps: WorkshopDeps) {
    this.#deps = deps;
    this.folder = new SimulatedFolder(deps.schedule);
  }

  /** The last act of an agent before it says that it is through. */
  noteDone(workId: string, sessionId: string): void {
    this.done.set(workId, (this.done.get(workId) ?? new Set()).add(sessionId));
    this.folder.files.add(sessionId);
  }

  interrupts(life: Life): Interrupts {
    const { schedule } = this.#deps;
    return {
      observe: () =>
        schedule.look({ life, kind: 'look', label: 'look for an interrupt' }, () => this.interrupt),
      ensureGone: (text) =>
        schedule.act({ life, kind: 'effect', label: 'remove the interrupt' }, () => {
          if (this.interrupt === text) this.interrupt = null;
        }),
    };
  }

  /** Red now and then, and never in a hurry. */
  gates(life: Life): Gates {
    const { schedule, dice, world } = this.#deps;
    return {
      run: ({ name }, signal) =>
        schedule.act({ life, kind: 'effect', label: `run the gate of ${name}` }, () => {
          if (signal.aborted) return { isGreen: false, output: 'it was ended', isMissing: false };
          if (!world.isCalm) world.now += dice.between(0, 2 * MINUTE);
          const end = dice.weigh<End>(world.isCalm ? CALM_ENDS : ENDS);
          if (end !== 'green') this.greens.delete(name);
          else for (const greens of [this.greens, this.everGreen]) greens.add(name);
          return end === 'green'
            ? { isGreen: true }
            : { isGreen: false, output: `it is ${end}`, isMissing: end === 'missing' };
        }),
    };
  }

  openings(deps: VerbDeps): RoleOpenings {
    const settling = creating(deps);
    return {
      resolveSession: (input) => resolveSession(settling, input),
      roleWorkspacePath: (runId, role) => `/w/${runId}/${role}`,
    };
  }

  ports(deps: VerbDeps): LoopPorts {
    const settling = creating(deps);
    return {
      resolveSession: (input) => resolveSession(settling, input),
      workspacePath: (sessionId) => `/w/${sessionId}`,
      findFolder: async (path) => path,
      pullOutsideWork: async () => [],
      tellOutside: async () => null,
      archive: async () => true,
      neededBases: { ensureBase: async (commit) => ({ is: 'base', commit }) },
      findTemplate: async (file) =>
        file === TEMPLATE.file ? accept(TEMPLATE) : refuse({ code: 'template-missing', file }),
    };
  }
}

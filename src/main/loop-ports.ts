import type { VerbDeps } from '../app/deps.ts';
import type { LoopPorts } from '../app/loop/begin-iteration.ts';
import { tellOutside } from '../app/queue/change-work.ts';
import { pullOutsideWork } from '../app/queue/pull-outside-work.ts';
import { resolveSession } from '../app/session/resolve-session.ts';
import { setArchived } from '../app/session/set-archived.ts';
import { appDeps, type Machine } from './app-deps.ts';
import type { Runtime } from './wire-runtime.ts';

/** A loop begins many sessions, and tmux does not come and go between them. */
const TMUX_KNOWN_MS = 60_000;

function withKnownTmux({ clock }: VerbDeps, runtime: Runtime): Runtime {
  const { tmux } = runtime;
  const look = () => tmux.observeVersion();
  const observeVersion = rememberedFor(TMUX_KNOWN_MS, { look, now: () => clock.now() });
  return { ...runtime, tmux: { ...tmux, observeVersion } };
}

/** What loops need of this machine. */
export function loopPorts(core: VerbDeps, machine: Omit<Machine, 'runtime'>, runtime: Runtime): LoopPorts {
  const known = withKnownTmux(core, runtime);
  const deps = appDeps(core, { ...machine, runtime: async () => known });
  return {
    resolveSession: (input) => resolveSession(deps, input),
    workspacePath: deps.workspacePath,
    findTemplate: deps.findTemplate,
    findFolder: deps.findFolder,
    neededBases: runtime.neededBases,
    pullOutsideWork: () => pullOutsideWork(deps),
    archive: async (session) => (await setArchived(deps, session, core.clock.now()))?.problem === null,
    tellOutside: (work) => tellOutside(deps.outside, work),
  };
}

type Remembered<T> = Readonly<{ look: () => Promise<T>; now: () => number }>;

/** The same look, whose answer counts for a while. What went wrong is looked at again. */
export function rememberedFor<T>(ms: number, { look, now }: Remembered<T>): () => Promise<T> {
  let known: Readonly<{ at: number; value: T }> | null = null;
  return async () => {
    if (known !== null && now() - known.at < ms) return known.value;
    const value = await look();
    known = { at: now(), value };
    return value;
  };
}

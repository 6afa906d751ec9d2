import { join } from 'node:path';
import type { VerbDeps } from '../app/deps.ts';
import type { LoopPorts } from '../app/loop/begin-iteration.ts';
import { tellOutside } from '../app/queue/change-work.ts';
import { takeOverWork } from '../app/queue/take-over-work.ts';
import { settleSession } from '../app/session/resolve-session.ts';
import { findFolder } from '../runtime/project/find-folder.ts';
import { findTemplate } from '../runtime/prompt/find-template.ts';
import type { Env } from './project.ts';
import { queueDeps } from './queue-verbs.ts';
import { rememberedFor } from './remembered.ts';
import { type Around, settleDeps, templatePlaces } from './settling.ts';
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
export function loopPorts(deps: VerbDeps, around: Around, env: Env): LoopPorts {
  const settling = settleDeps(deps, { ...around, runtime: withKnownTmux(deps, around.runtime) });
  const queue = queueDeps(deps, { root: around.project.places.root, env });
  return {
    settleSession: (input) => settleSession(settling, input),
    workspacePath: (sessionId) => join(around.project.places.worktreesDir, sessionId),
    findTemplate: (file) => findTemplate(templatePlaces(around.project), file),
    findFolder: (path) => findFolder(around.project.places.root, path),
    takeOverWork: () => takeOverWork(queue),
    tellOutside: (work) => tellOutside(queue.outside, work),
  };
}

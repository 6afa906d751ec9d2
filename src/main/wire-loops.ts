import type { VerbDeps } from '../app/deps.ts';
import type { LoopVerbs } from '../app/loop/loop-verbs.ts';
import type { SettleDeps } from '../app/session/resolve-session.ts';
import type { Project } from './project.ts';

const changes = () => import('../app/loop/change-loop.ts');

/** The verbs of loops, on this machine; each is loaded when it is asked for. */
export const wireLoops = (
  deps: VerbDeps,
  settle: () => Promise<SettleDeps>,
  project: Pick<Project, 'places' | 'config'>,
): LoopVerbs => ({
  startLoop: async (input) => {
    const { startLoop } = await import('../app/loop/start-loop.ts');
    const { findTemplate } = await import('../runtime/prompt/find-template.ts');
    const { findFolder } = await import('../runtime/project/find-folder.ts');
    const { templatePlaces } = await import('./settling.ts');
    const places = templatePlaces(project);
    return startLoop(
      {
        ...(await settle()),
        findTemplate: (file) => findTemplate(places, file),
        findFolder: (path) => findFolder(project.places.root, path),
      },
      input,
    );
  },
  showLoop: async (input) => (await changes()).showLoop(deps, input),
  listLoops: async (input) => (await changes()).listLoops(deps, input),
  stopLoop: async (input) => (await changes()).stopLoop(deps, input),
  pauseLoops: async (input) => (await changes()).pauseLoops(deps, input),
  unpauseLoops: async (input) => (await changes()).unpauseLoops(deps, input),
});

import { listLoops, pauseLoops, showLoop, stopLoop, unpauseLoops } from '../app/loop/change-loop.ts';
import type { LoopVerbs } from '../app/loop/loop-verbs.ts';
import type { SettleDeps } from '../app/settle-session.ts';
import type { Project } from './project.ts';
import { templatePlaces } from './settling.ts';

/** The verbs of loops, on this machine. */
export const wireLoops = (deps: SettleDeps, project: Pick<Project, 'places' | 'config'>): LoopVerbs => ({
  startLoop: async (input) => {
    const { startLoop } = await import('../app/loop/start-loop.ts');
    const { findTemplate } = await import('../runtime/prompt/find-template.ts');
    const places = templatePlaces(project);
    return startLoop({ ...deps, findTemplate: (file) => findTemplate(places, file) }, input);
  },
  showLoop: (input) => showLoop(deps, input),
  listLoops: (input) => listLoops(deps, input),
  stopLoop: (input) => stopLoop(deps, input),
  pauseLoops: (input) => pauseLoops(deps, input),
  unpauseLoops: (input) => unpauseLoops(deps, input),
});

import type { VerbDeps } from '../app/deps.ts';
import type { InterruptVerbs } from '../app/interrupt-verbs.ts';
import type { Places } from '../runtime/project/places.ts';

const pauses = () => import('../app/project/pause-project.ts');

/** The verbs that hold work up, on this machine; each is loaded when it is asked for. */
export const wireInterrupts = (deps: VerbDeps, places: Pick<Places, 'swarmDir'>): InterruptVerbs => ({
  interruptSession: async (input) =>
    (await import('../app/session/interrupt-session.ts')).interruptSession(deps, input),
  interruptProject: async (input) => {
    const { interruptProject } = await import('../app/project/interrupt-project.ts');
    const { realInterrupts } = await import('../runtime/files/real-interrupts.ts');
    return interruptProject({ ...deps, interrupts: realInterrupts(places) }, input);
  },
  pauseProject: async (input) => (await pauses()).pauseProject(deps, input),
  unpauseProject: async () => (await pauses()).unpauseProject(deps),
});

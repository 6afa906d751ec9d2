import type { VerbDeps } from '../app/deps.ts';
import type { InterruptVerbs } from '../app/interrupt-verbs.ts';

/** The verbs that hold work up, on this machine; each is loaded when it is asked for. */
export const wireInterrupts = (deps: VerbDeps): InterruptVerbs => ({
  interruptSession: async (input) =>
    (await import('../app/interrupt-session.ts')).interruptSession(deps, input),
});

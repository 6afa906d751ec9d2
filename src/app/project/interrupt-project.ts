import { InterruptProject } from '../../contract/session.ts';
import { PROJECT_KEY } from '../../domain/loop/names.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { InterruptAsker } from '../../runtime/files/interrupts.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';

export type InterruptDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'> &
  Readonly<{ interrupts: InterruptAsker }>;

/** What the file says, and the loops that are held up by it. */
export type InterruptedProject = Readonly<{ text: string; loops: readonly string[] }>;

/** Holds up the whole project, by the file that anyone may write and remove. */
export async function interruptProject(
  { store, clock, by, poke, interrupts }: InterruptDeps,
  { reason }: InterruptProject,
): Promise<Outcome<InterruptedProject>> {
  const text = `${reason} (asked by ${by})`;
  if (!(await interrupts.ask(text))) {
    return refuse({ code: 'project-interrupted', text: (await interrupts.observe()) ?? text });
  }
  const journal = { at: clock.now(), by, note: reason };
  await store.commit([{ kind: 'add-note', sessionId: null, event: 'project-interrupted', journal }]);
  await poke(PROJECT_KEY);
  return accept({ text, loops: (await store.listLoops({ isLive: true })).map(({ id }) => id) });
}

export const interruptProjectVerb = verb({
  name: 'project.interrupt',
  summary: 'Interrupt the whole project: loops, runs and sessions',
  asks: 'person',
  reads: false,
  input: InterruptProject,
  answer: async () => (await import('../../contract/answer/interrupt.ts')).InterruptedProjectAnswer,
  run: interruptProject,
  json: (interrupted) => ({ interrupted: true, ...interrupted }),
});

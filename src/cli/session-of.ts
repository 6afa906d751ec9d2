import type { App } from '../app/app.ts';
import type { Target } from '../app/run/find-target.ts';
import { isSafeId } from '../contract/id.ts';
import type { Outcome } from '../domain/outcome.ts';
import { answered, refused } from './command.ts';

/** What a word names: a session, or a run. */
const targetOf = (app: App, name: string): Promise<Outcome<Target>> =>
  isSafeId(name)
    ? app.findTarget({ name })
    : Promise.resolve(refused({ code: 'session-not-found', sessionId: name, near: [] }));

/** Whose rows are meant; everybody's when there is no word. */
export type Whose = Readonly<{ sessionId?: string; runId?: string }>;

export async function whoseOf(app: App, name: string | undefined): Promise<Outcome<Whose>> {
  if (name === undefined) return answered({});
  const target = await targetOf(app, name);
  if (!target.ok) return target;
  const { value } = target;
  return answered(value.is === 'run' ? { runId: value.run.id } : { sessionId: value.sessionId });
}

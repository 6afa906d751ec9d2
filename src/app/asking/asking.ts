import type { AskingAnswer, AskingRequest } from '../../contract/asking.ts';
import type { Session } from '../../domain/session/session.ts';
import type { AskingFile } from '../../runtime/attempt/attempts.ts';
import type { Write } from '../../store/store.ts';
import type { VerbDeps } from '../deps.ts';

/** A request of an agent, on its way in. */
export type Asking<V extends AskingRequest['verb']> = Readonly<{
  session: Session;
  file: AskingFile;
  request: Extract<AskingRequest, { verb: V }>;
}>;

/**
 * What its author is told; `later` when somebody else gives the answer, `moved` when it must be looked at
 * again.
 */
export type AskingOutcome = AskingAnswer | 'later' | 'moved';

/** Marks the request as taken in; a second commit with it is a duplicate. */
export const takenIn = (
  deps: Pick<VerbDeps, 'clock'>,
  file: AskingFile,
  answer: AskingAnswer | 'later',
): Write => ({
  kind: 'add-intake',
  key: file.key,
  at: deps.clock.now(),
  answer: JSON.stringify(answer),
});

/** The effect of a request and the fact that it was taken in, together or not at all. */
export async function takeIn(
  deps: Pick<VerbDeps, 'store' | 'clock'>,
  taking: Readonly<{ file: AskingFile; answer: AskingAnswer | 'later'; writes?: readonly Write[] }>,
): Promise<AskingOutcome> {
  const { file, answer, writes = [] } = taking;
  const result = await deps.store.commit([...writes, takenIn(deps, file, answer)]);
  return result.saved ? answer : 'moved';
}

export const said = (text: string, value?: unknown): AskingAnswer =>
  value === undefined ? { ok: true, text } : { ok: true, text, value };

export const denied = (text: string): AskingAnswer => ({ ok: false, text });

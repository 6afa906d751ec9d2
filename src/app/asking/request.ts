import type { AskingAnswer } from '../../contract/asking.ts';
import { type Outcome, refuse } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import type { AskingFile } from '../../runtime/attempt/attempts.ts';
import type { Write } from '../../store/store.ts';
import type { VerbDeps } from '../deps.ts';

/** Where a request came from. With `onceKey`: of all that is ever asked under it, one is accepted. */
export type RequestFile = AskingFile &
  Readonly<{
    onceKey?: string | null;
    /** The process that asked was over by the time that it was taken in. */
    isLeft?: boolean;
  }>;

/** A request of an agent for a verb, on its way in. */
export type AgentRequest<Input> = Readonly<{ session: Session; file: RequestFile; input: Input }>;

/**
 * What its author is told; `later` when a person gives the answer, `moved` when it must be looked at again.
 */
export type AskingOutcome = AskingAnswer | 'later' | 'moved';

/** Marks the request as taken in; a second commit with it is a duplicate. */
export function intakeWrites(
  deps: Pick<VerbDeps, 'clock'>,
  { key, onceKey = null }: RequestFile,
  answer: AskingAnswer | 'later',
): readonly Write[] {
  const isAccepted = answer === 'later' || answer.ok;
  const keys = onceKey !== null && isAccepted ? [key, onceKey] : [key];
  const at = deps.clock.now();
  return keys.map((each) => ({ kind: 'add-intake', key: each, at, answer: JSON.stringify(answer) }));
}

/** The effect of a request and the fact that it was taken in, together or not at all. */
export async function commitIntake(
  deps: Pick<VerbDeps, 'store' | 'clock'>,
  taking: Readonly<{ file: RequestFile; answer: AskingAnswer | 'later'; writes?: readonly Write[] }>,
): Promise<AskingOutcome> {
  const { file, answer, writes = [] } = taking;
  const result = await deps.store.commit([...writes, ...intakeWrites(deps, file, answer)]);
  return result.saved ? answer : 'moved';
}

export const said = (text: string, value?: unknown): AskingAnswer =>
  value === undefined ? { ok: true, text } : { ok: true, text, value };

/** The `run` of a verb that only agents ask: outside of an attempt there is no session to act for. */
export const onlyInAttempt = (command: string) => (): Promise<Outcome<never>> =>
  Promise.resolve(refuse({ code: 'not-in-attempt', verb: command }));

export const denied = (text: string): AskingAnswer => ({ ok: false, text });

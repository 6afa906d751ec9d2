import * as z from 'zod/mini';

/** The answer that Swarm writes beside a request. `wait`: the final answer follows in the same file. */
export const AskingAnswer = z.object({
  ok: z.boolean(),
  /** For people and agents. */
  text: z.string(),
  value: z.optional(z.unknown()),
});
export type AskingAnswer = z.infer<typeof AskingAnswer>;

export type AskingReply =
  | Readonly<{ is: 'answered'; answer: AskingAnswer }>
  /** No answer came in time. The request stays and will be taken in; `isTaken`: a supervisor has it. */
  | Readonly<{ is: 'kept'; isTaken: boolean }>;

/** The way of an agent to Swarm: files in its attempt's folder, nothing else. */
export interface AttemptDoor {
  readonly sessionId: string | null;
  /** The signal ends the wait, and takes nothing back. */
  ask(
    request: Readonly<{ verb: string }>,
    timeoutMs: number,
    signal?: AbortSignal | undefined,
  ): Promise<AskingReply>;
}

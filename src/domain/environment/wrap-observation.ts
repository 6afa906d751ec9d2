/** How agents are started, as `agent.wrap` says and this machine allows. */
export type WrapObservation =
  | Readonly<{ is: 'none' }>
  /** The project names a program, and it is there. */
  | Readonly<{ is: 'named'; command: readonly string[] }>
  | Readonly<{ is: 'missing'; program: string }>
  /** `auto`, with bubblewrap. */
  | Readonly<{ is: 'hidden'; by: string }>
  /** `auto`, and nothing here can do it. */
  | Readonly<{ is: 'unprotected'; why: string }>;

const HOW = 'install bubblewrap (apt install bubblewrap), or run Swarm in a container';

/** What the person must know before an agent starts; null when all is as they wanted it. */
export const wrapWarning = (seen: WrapObservation): string | null =>
  seen.is === 'unprotected'
    ? `agent.wrap is "auto", and agents run without it: ${seen.why}. To hide your secrets from them, ${HOW}`
    : null;

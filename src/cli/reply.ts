import type { InputOf, ValueOf, VerbName, Watch } from '../app/verbs.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { AgentReply } from '../views/agent-reply.ts';
import { askSwarm } from './ask-swarm.ts';
import type { Host } from './host.ts';
import type { Io } from './io.ts';

/** What a verb answered, and what the command adds to it. */
export type VerbReply<N extends VerbName> = {
  [K in N]: Readonly<{
    is: 'value';
    verb: K;
    value: ValueOf<K>;
    exitCode: number;
    /** What was written while it ran: the text for people, or the JSON too. */
    written: 'nothing' | 'text' | 'all';
  }>;
}[N];

/** What a command came to: the value of a verb, or what an agent was told through its attempt's folder. */
export type Reply<N extends VerbName> =
  | VerbReply<N>
  | Readonly<{ is: 'told'; reply: AgentReply; exitCode?: number }>;

type More = Readonly<{ exitCode?: number; written?: 'nothing' | 'text' | 'all' }>;

export const reply = <N extends VerbName>(
  verb: N,
  value: ValueOf<N>,
  { exitCode = 0, written = 'nothing' }: More = {},
): Outcome<VerbReply<N>> => ({
  ok: true,
  value: { is: 'value', verb, value, exitCode, written } as VerbReply<N>,
});

type Limits = Readonly<{ timeoutMs?: number | undefined; watch?: Watch }>;

/**
 * Asks a verb. Inside an attempt, a verb that takes requests of agents is asked through a file: agents never
 * open the database for it.
 */
export async function askVerb<N extends VerbName>(
  host: Host,
  ...[verb, input, { timeoutMs, watch } = {}]: [verb: N, input: InputOf<N>, limits?: Limits]
): Promise<Outcome<Reply<N>>> {
  if (host.attempt !== null && (await takesRequests(host, verb))) {
    const request = { verb, ...(input as Readonly<Record<string, unknown>>) };
    return { ok: true, value: { is: 'told', reply: await askSwarm(host.attempt, request, timeoutMs) } };
  }
  const outcome = await host.ask(verb, input, watch);
  return outcome.ok ? reply(verb, outcome.value) : outcome;
}

/** Asks a verb that is for agents alone; outside of an attempt the refusal names the command. */
export async function askFromAttempt<N extends VerbName>(
  host: Host,
  ...[command, ...asked]: [command: string, verb: N, input: InputOf<N>, limits?: Limits]
): Promise<Outcome<Reply<N>>> {
  if (host.attempt === null) return { ok: false, refusal: { code: 'not-in-attempt', verb: command } };
  return askVerb(host, ...asked);
}

async function takesRequests(host: Host, name: VerbName): Promise<boolean> {
  const verb = await host.verb(name);
  return verb.needs === 'project' && verb.intake !== undefined;
}

/** The `run` of a command whose input is the verb's own. Says what the verb warns of. */
export const asks =
  <N extends VerbName>(verb: N) =>
  async (
    ...[host, { timeoutMs, ...input }, io]: [
      host: Host,
      input: InputOf<N> & Readonly<{ timeoutMs?: number | undefined }>,
      io: Io,
    ]
  ): Promise<Outcome<Reply<N>>> =>
    warned(await askVerb(host, verb, input as InputOf<N>, { timeoutMs }), io);

type Warning = Readonly<{ warnings: readonly string[] }>;

/** Says what the verb warns of, before the answer is shown. */
export function warned<N extends VerbName>(outcome: Outcome<Reply<N>>, io: Io): Outcome<Reply<N>> {
  if (!outcome.ok || outcome.value.is === 'told') return outcome;
  const { warnings = [] } = outcome.value.value as Partial<Warning>;
  for (const warning of warnings) io.warn(`⚠️  ${warning}\n`);
  return outcome;
}

import type { VerbName } from '../app/verbs.ts';
import { readWireInput } from '../contract/wire-input.ts';
import { SwarmError } from './error.ts';
import { granted } from './granted.ts';
import { hostOf, look, type OrchestratorState } from './orchestrator-state.ts';
import type { VerbAnswer, VerbInput } from './verb-call.ts';

/** Asks any verb that a person may ask. Input and answer have the form that every door publishes. */
export async function askVerb(state: OrchestratorState, name: string, given: VerbInput): Promise<VerbAnswer> {
  const host = await hostOf(state);
  const verb = await host.verb(name);
  // Refused, with the nearest names.
  if (verb === null) return granted(await host.ask('schema.show', { verb: name })) as never;
  if (verb.asks === 'agent') throw new SwarmError('verb-for-agents', `Only an agent may ask ${name}`);
  const input = readWireInput(verb.input, given);
  if (!input.ok) throw new SwarmError('input-invalid', input.problem.message, input.problem.hint);
  const value: unknown = granted(await host.ask(name as VerbName, input.value as never));
  if (!verb.reads && state.snapshot !== null) await look(state, state.snapshot.report.run.id);
  return verb.json(value) as VerbAnswer;
}

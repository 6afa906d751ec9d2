import type { Agent } from '../../domain/agent/agent.ts';
import type { AgentNeed } from '../../domain/agent/need.ts';
import { type WrapObservation, wrapWarning } from '../../domain/environment/wrap-observation.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { SessionSpec } from '../../domain/session/spec.ts';

export type ApartDeps = Readonly<{
  observeWrap: () => Promise<WrapObservation>;
  /** Names of variables that agents with these needs do not get, because they look like secrets. */
  observeWithheld: (needs: readonly AgentNeed[]) => Promise<readonly string[]>;
}>;

const MOST_NAMED = 12;

/** What the person should know of how the agent is kept apart; refused where that cannot be done as named. */
export async function checkApart(
  deps: ApartDeps,
  agent: Agent,
  spec: SessionSpec,
): Promise<Outcome<readonly string[]>> {
  const wrap = await deps.observeWrap();
  if (wrap.is === 'missing') return refuse({ code: 'wrap-missing', program: wrap.program });
  const warning = wrapWarning(wrap);
  const names = await deps.observeWithheld(agent.needs?.(spec) ?? []);
  // A persona that sets one of these says so itself.
  const withheld = names.filter((name) => !Object.hasOwn(spec.env, name));
  return accept([
    ...(warning === null ? [] : [warning]),
    ...(withheld.length === 0 ? [] : [withheldText(withheld)]),
  ]);
}

function withheldText(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const shown = `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `Withheld from the agent, because they look like secrets: ${shown}. To hand one on: env.pass`;
}

import { type WrapObservation, wrapWarning } from '../domain/environment/wrap-observation.ts';
import type { Check } from './check-list.ts';
import { okCheck } from './health-checks.ts';

/** How agents are started, and what keeps them from the person's own. */
export function checkWrap(seen: WrapObservation): Check {
  const name = 'agent.wrap';
  switch (seen.is) {
    case 'none':
      return {
        name,
        is: 'note',
        found: 'none: agents can read and write whatever you can',
        remedy: 'hide your secrets from them: "agent": { "wrap": "auto" } in swarm.config.json',
      };
    case 'named':
      return okCheck(name, seen.command.join(' '));
    case 'hidden':
      return okCheck(name, `auto: ${seen.by} hides the store, other sessions and your secrets`);
    case 'missing':
      return {
        name,
        is: 'bad',
        found: `${seen.program} is not installed or not on the PATH: no agent starts`,
        remedy: `install ${seen.program}, or change agent.wrap in swarm.config.json`,
      };
    case 'unprotected':
      return { name, is: 'warn', found: wrapWarning(seen) ?? '', remedy: 'apt install bubblewrap' };
  }
}

/** Names of variables; their values are never shown. */
export type Withheld = Readonly<{
  /** From gates, checks and installs, and from agents that do not need them. */
  names: readonly string[];
  /** Those of them that an agent CLI of the project needs and gets. */
  given: readonly Readonly<{ cli: string; names: readonly string[] }>[];
}>;

export function checkEnvironment({ names, given }: Withheld): Check {
  if (names.length === 0) return okCheck('environment', 'nothing in it looks like a secret');
  const gets = given.filter((one) => one.names.length > 0);
  const but = gets.map((one) => `${one.cli} gets ${one.names.join(', ')}`).join('; ');
  return {
    name: 'environment',
    is: 'note',
    found: `withheld from agents, gates and installs: ${names.join(', ')}${but === '' ? '' : ` (${but})`}`,
    remedy: 'list in env.pass what they need',
  };
}

import { readFileSync } from 'node:fs';
import type { AgentNeed } from '../domain/agent/need.ts';
import { handOn } from '../domain/environment/hand-on.ts';
import { withoutNotifySecrets } from './notify-secrets.ts';
import { type Env, textsOf } from './project.ts';

type Starter = Readonly<{
  env: Env;
  pass: readonly string[];
  /** The supervisor's process; null when none runs. */
  findSupervisor: () => Promise<number | null>;
}>;

/**
 * Agents get the environment of the supervisor, which is that of the command that started it. It is looked up
 * there where the system tells; else it is that of this process, which a new supervisor would inherit.
 */
export async function observeWithheld(
  { env, pass, findSupervisor }: Starter,
  needs: readonly AgentNeed[],
): Promise<readonly string[]> {
  // Whatever keeps it from being seen is told elsewhere.
  const pid = await findSupervisor().catch(() => null);
  const served = (pid === null ? null : readEnvironment(pid)) ?? textsOf(env);
  return handOn(withoutNotifySecrets(served), { needs, pass }).withheld;
}

function readEnvironment(pid: number): Record<string, string> | null {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
    return Object.fromEntries(
      variables.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
    );
  } catch {
    return null;
  }
}

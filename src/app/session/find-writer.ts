import type { Agent } from '../../domain/agent/agent.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { Persona } from '../../domain/persona/persona.ts';
import type { VerbDeps } from '../deps.ts';

export type WriterDeps = Pick<VerbDeps, 'store' | 'config'> &
  Readonly<{
    findPersona: (name: string) => Promise<Outcome<Persona>>;
    findAgent: (cli: string) => Promise<Outcome<Agent>>;
  }>;

/**
 * Who may write to the checkout now, or by its next work item: a live session or loop. Null for none.
 * `leaving` is a session that is about to end, for its successor.
 */
export async function findWriter(deps: WriterDeps, leaving?: string): Promise<string | null> {
  return (await findSession(deps, leaving)) ?? (await findLoop(deps));
}

async function findSession(deps: WriterDeps, leaving: string | undefined): Promise<string | null> {
  for (const { id, cli, hasWorkspace, workDir } of await deps.store.listLive()) {
    if (id === leaving) continue;
    if (hasWorkspace || workDir !== null || (await isScripted(deps, cli))) continue;
    if ((await deps.store.findSpec(id))?.writes) return `Session ${id}`;
  }
  return null;
}

async function findLoop(deps: WriterDeps): Promise<string | null> {
  for (const { id, persona: name, cli, hasWorkspace, workDir } of await deps.store.listLoops({
    isLive: true,
  })) {
    if (hasWorkspace || workDir !== null) continue;
    const persona = await deps.findPersona(name);
    if (!persona.ok || !persona.value.writes) continue;
    if (!(await isScripted(deps, cli ?? persona.value.cli ?? deps.config.cli))) return `Loop ${id}`;
  }
  return null;
}

async function isScripted({ findAgent }: WriterDeps, cli: string): Promise<boolean> {
  const agent = await findAgent(cli);
  return agent.ok && agent.value.isScripted === true;
}

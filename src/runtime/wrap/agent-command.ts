import { BEHALF_VARIABLE } from '../../domain/attempt/agent-mark.ts';
import type { Wrap } from './wrap.ts';

/** How a command of the project that runs what agents wrote is started: apart, as the agents are. */
export type AgentCommands = Readonly<{
  /** Without the person's secrets. */
  env: Readonly<Record<string, string>>;
  wrap: Wrap | null;
}>;

type AgentCommand = Readonly<{
  command: readonly string[];
  workDir: string;
  /** Marks its processes, so that none of them passes for a person. */
  as: 'gate' | 'check' | 'install';
}>;

export async function renderAgentCommand(
  { env, wrap }: AgentCommands,
  { command, workDir, as }: AgentCommand,
): Promise<Readonly<{ command: readonly string[]; env: Readonly<Record<string, string>> }>> {
  const marked = { ...env, [BEHALF_VARIABLE]: as };
  const words = (await wrap?.wordsFor({ workDir, attempt: null, needs: [], env: marked })) ?? [];
  return { command: [...words, ...command], env: marked };
}

import { inject } from 'vitest';
import { AGENT_CLIS, type AgentCli, type ClaudeVersion, labelOf } from '../scripts/agent-programs.mjs';
import { skipFor } from './skip-for.ts';

/** The program of one version of Claude Code. Where it could not be had, the test that asks is skipped. */
export const claudeProgram = (version: ClaudeVersion): string => programOf({ name: 'claude', version });

/** The same, for any other agent CLI. */
export const agentProgram = (name: AgentCli): string =>
  programOf({ name, version: AGENT_CLIS[name].version });

function programOf(wanted: Readonly<{ name: string; version: string }>): string {
  const { programs, missing } = inject('agentPrograms');
  const label = labelOf(wanted);
  return programs[label] ?? skipFor(label, missing[label] ?? 'it was not asked for');
}

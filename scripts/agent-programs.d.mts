import type { NpmProgram } from './npm-program.mjs';

export type ClaudeVersion = '2.1.197' | '2.1.325';
export type AgentCli = 'codex' | 'gemini' | 'opencode';

export const CLAUDE_VERSIONS: readonly [ClaudeVersion, ClaudeVersion];
export const AGENT_CLIS: Readonly<
  Record<AgentCli, Readonly<{ package: string; version: string; sizeMb: number }>>
>;
export function claudeProgram(version: ClaudeVersion): NpmProgram;
export function agentProgram(name: AgentCli): NpmProgram;
export function listPrograms(needs: Readonly<{ claude: boolean; agents: boolean }>): NpmProgram[];
export function labelOf(program: Pick<NpmProgram, 'name' | 'version'>): string;

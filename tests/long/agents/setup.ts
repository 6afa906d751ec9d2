import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureProgram } from '../../npm-program.ts';

/** The agent CLIs besides Claude Code, each at the version that was tried. */
export const AGENT_CLIS = {
  codex: { package: '@openai/codex', version: '0.166.0', sizeMb: 440 },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', sizeMb: 100 },
  opencode: { package: 'opencode-ai', version: '1.18.33', sizeMb: 350 },
} as const;
export type AgentCli = keyof typeof AGENT_CLIS;
export const AGENT_CLI_NAMES = Object.keys(AGENT_CLIS) as readonly AgentCli[];

declare module 'vitest' {
  export interface ProvidedContext {
    agentPrograms: Readonly<Record<AgentCli, string>>;
  }
}

/** All of them are there before the first test. */
export async function setup(project: TestProject): Promise<void> {
  const programs: Partial<Record<AgentCli, string>> = {};
  for (const name of AGENT_CLI_NAMES) {
    const paths = (modules: string) => [join(modules, '.bin', name)];
    programs[name] = await ensureProgram({ name, ...AGENT_CLIS[name], paths });
  }
  project.provide('agentPrograms', programs as Record<AgentCli, string>);
}

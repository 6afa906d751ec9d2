import type { TestProject } from 'vitest/node';
import { CLAUDE_VERSIONS, type ClaudeVersion, ensureClaude } from './install.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    claudePrograms: Readonly<Record<ClaudeVersion, string>>;
  }
}

/** Both versions are there before the first test. */
export async function setup(project: TestProject): Promise<void> {
  const programs: Partial<Record<ClaudeVersion, string>> = {};
  for (const version of CLAUDE_VERSIONS) programs[version] = await ensureClaude(version);
  project.provide('claudePrograms', programs as Record<ClaudeVersion, string>);
}

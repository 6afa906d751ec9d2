import type { TestProject } from 'vitest/node';
import { ensurePrograms, type NpmProgram, type Programs } from '../scripts/npm-program.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The agent CLIs of this project's tests, and those that could not be had. */
    agentPrograms: Programs;
  }
}

/** What `./test` has tried in vain is not tried again. */
const WITHOUT: Readonly<Record<string, string>> = JSON.parse(process.env.SWARM_TEST_WITHOUT ?? '{}');

export async function providePrograms(project: TestProject, wanted: readonly NpmProgram[]): Promise<void> {
  project.provide('agentPrograms', await ensurePrograms(wanted, { missing: WITHOUT }));
}

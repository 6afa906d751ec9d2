import type { TestProject } from 'vitest/node';
import { AGENT_CLIS, type AgentCli, listPrograms } from '../../../scripts/agent-programs.mjs';
import { providePrograms } from '../../provide-programs.ts';

export { AGENT_CLIS, type AgentCli };
export const AGENT_CLI_NAMES = Object.keys(AGENT_CLIS) as readonly AgentCli[];

/** All of them are there before the first test, as far as they can be had. */
export const setup = (project: TestProject): Promise<void> =>
  providePrograms(project, listPrograms({ claude: false, agents: true }));

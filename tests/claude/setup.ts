import type { TestProject } from 'vitest/node';
import { listPrograms } from '../../scripts/agent-programs.mjs';
import { providePrograms } from '../provide-programs.ts';

/** Both versions are there before the first test, as far as they can be had. */
export const setup = (project: TestProject): Promise<void> =>
  providePrograms(project, listPrograms({ claude: true, agents: false }));

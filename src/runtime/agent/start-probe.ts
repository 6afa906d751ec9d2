import type { StartContext, StartFile, StartFiles } from '../../domain/agent/obstacle.ts';

/** The start of an agent CLI as its launch plan has it. */
export type PlannedStart = Pick<StartContext, 'workDir' | 'mode' | 'permissionMode'> &
  Readonly<{ env: Readonly<Record<string, string>> }>;

/** The port that looks at what an agent CLI would find at its start. Read-only. */
export interface StartProbe {
  observeContext(start: PlannedStart): Promise<StartContext>;
  /** A file that is there and cannot be read gives the reason as its text. */
  readFiles(files: readonly StartFile[]): Promise<StartFiles>;
}

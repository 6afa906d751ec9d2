import { join } from 'node:path';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { Oddities } from '../agent-files/oddities.ts';

/** `env.sh`, and drafts of it that a killed process left: both hold what the person's environment holds. */
const ENVIRONMENT = /^(env\.sh|\.env\.sh\.\d+\.\d+)$/;
const DRAFT = /^\.env\.sh\.(\d+)\.\d+$/;

export const isEnvironmentDraft = (name: string): boolean => DRAFT.test(name);

/** Removes drafts of the environment whose writer is gone from an attempt's folder. */
export function ensureNoDrafts(files: AgentFiles, attemptDir: string): void {
  for (const name of files.list(attemptDir)) {
    const writer = DRAFT.exec(name)?.[1];
    if (writer && !isLiving(Number(writer))) files.offer((mine) => mine.remove(join(attemptDir, name)));
  }
}

function isLiving(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Removes every environment from a session's folder, before it is put away. */
export function ensureNoEnvironment(sessionsDir: string, sessionId: string): void {
  const files = new AgentFiles(sessionsDir, new Oddities());
  const attempts = join(sessionsDir, sessionId, 'attempts');
  for (const attemptDir of files.list(attempts).map((name) => join(attempts, name))) {
    for (const name of files.list(attemptDir).filter((one) => ENVIRONMENT.test(one))) {
      files.offer((mine) => mine.remove(join(attemptDir, name)));
    }
  }
}

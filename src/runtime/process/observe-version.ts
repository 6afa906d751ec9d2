import { exec } from './exec.ts';
import { findProgram } from './find-program.ts';

const LOOK_LIMIT_MS = 5_000;

type VersionQuery = Readonly<{
  program: string;
  words: readonly string[];
  env: Readonly<Record<string, string>>;
}>;

/** What a program tells of its version; null where there is no such program. */
export async function observeVersion({ program, words, env }: VersionQuery): Promise<string | null> {
  if (!(await findProgram(env.PATH ?? '', program))) return null;
  const { stdout } = await exec({ program, args: [...words], env, timeoutMs: LOOK_LIMIT_MS });
  return stdout.trim();
}

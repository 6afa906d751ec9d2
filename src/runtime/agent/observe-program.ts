import type { AgentProgram, ProgramObservation } from '../../domain/agent/program.ts';
import { Fault } from '../../domain/fault.ts';
import { exec } from '../process/exec.ts';
import { findProgram } from '../process/find-program.ts';

const LIMIT_MS = 3_000;
const ANSWER_MAX_BYTES = 64 * 1024;

/** Where an agent's program is, and what it says about its version. One that hangs is left behind. */
export async function observeProgram(
  { name, versionArgs, versionMs: limitMs = LIMIT_MS }: AgentProgram,
  env: Readonly<Record<string, string>>,
): Promise<ProgramObservation> {
  const path = await findProgram(env.PATH ?? '', name);
  if (path === null) return { is: 'absent' };
  try {
    const asked = { program: path, args: versionArgs, env, timeoutMs: limitMs, maxBytes: ANSWER_MAX_BYTES };
    const { code, stdout, stderr } = await exec(asked);
    if (code === 0) return { is: 'found', path, said: stdout };
    return { is: 'broken', path, problem: stderr.trim() || `exit code ${code}` };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === `${name}-timeout`) return { is: 'hung', path, limitMs };
    return { is: 'broken', path, problem: error.message };
  }
}

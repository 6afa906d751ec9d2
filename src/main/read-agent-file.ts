import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AgentFile } from '../app/session/session-spec.ts';
import { parseJson } from '../contract/json.ts';
import { Fault } from '../domain/fault.ts';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';
import { withFileFaults } from '../runtime/files/file-fault.ts';

const MOST_BYTES = 1024 * 1024;

/** A JSON object in a file of the project, which an agent CLI is to be given. */
export async function readAgentFile(root: string, given: string): Promise<Outcome<AgentFile>> {
  const path = resolve(root, given);
  const bad = (problem: string) => refuse({ code: 'agent-file-bad' as const, file: given, problem });
  try {
    const { size } = await withFileFaults(path, () => stat(path));
    if (size > MOST_BYTES) return bad('is larger than 1 MB');
    const text = await withFileFaults(path, () => readFile(path, 'utf8'));
    const parsed = parseJson(text);
    if (!parsed.ok) return bad(`is not JSON: ${parsed.problem}`);
    const isObject =
      typeof parsed.value === 'object' && parsed.value !== null && !Array.isArray(parsed.value);
    return isObject ? accept({ path, text }) : bad('is not a JSON object');
  } catch (error) {
    if (error instanceof Fault) return bad(error.message);
    throw error;
  }
}

import { resolve } from 'node:path';
import type { AgentFile } from '../app/session/session-spec.ts';
import { parseJson } from '../contract/json.ts';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';
import { readOwn } from '../runtime/agent-files/read-plain.ts';

const MOST_BYTES = 1024 * 1024;

/** A JSON object in a file of the project, which an agent CLI is to be given. */
export async function readAgentFile(root: string, given: string): Promise<Outcome<AgentFile>> {
  const path = resolve(root, given);
  const bad = (problem: string) => refuse({ code: 'agent-file-bad' as const, file: given, problem });
  const read = readOwn(path, MOST_BYTES);
  if (read === null) return bad('is not there');
  if ('problem' in read) return bad(read.problem);
  const { text } = read;
  if (text === null) return bad('is larger than 1 MB');
  const parsed = parseJson(text);
  if (!parsed.ok) return bad(`is not JSON: ${parsed.problem}`);
  const isObject = typeof parsed.value === 'object' && parsed.value !== null && !Array.isArray(parsed.value);
  return isObject ? accept({ path, text }) : bad('is not a JSON object');
}

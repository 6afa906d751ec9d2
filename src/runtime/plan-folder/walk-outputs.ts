import type { Stats } from 'node:fs';
import { join } from 'node:path';
import type { AgentFiles } from '../agent-files/agent-files.ts';
import { kindOf } from '../agent-files/odd-file.ts';
import type { OutputProblem } from './plan-folders.ts';

const DEPTH_MOST = 8;
/** Files, folders and all else: an agent can make more of them than a round has time to look at. */
const ENTRIES_MOST = 1_000;

/** A folder that files are read from: `folder` on the disk is `path` in the folder of a plan. */
export type OutputFolder = Readonly<{ files: AgentFiles; folder: string; path: string }>;
export type Walked = Readonly<{ name: string; seen: Stats }>;
type Walk = Readonly<{ files: readonly Walked[]; problems: readonly OutputProblem[]; isCut: boolean }>;

/** Plain files below a folder, in the order of names; what else lies there is a problem. */
export function walkOutputs({ files, folder, path }: OutputFolder): Walk {
  const found: Walked[] = [];
  const problems: OutputProblem[] = [];
  const left = [''];
  let listed = 0;
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const seen = files.observe(join(folder, name));
    const problem = problemOf(name, seen);
    if (problem !== null) problems.push({ path: `${path}/${name}`, problem });
    else if (seen?.isFile()) found.push({ name, seen });
    else if (seen !== null) {
      const names = files.list(join(folder, name), ENTRIES_MOST + 1 - listed);
      listed += names.length;
      // They are taken from the end.
      left.push(...names.map((one) => (name === '' ? one : `${name}/${one}`)).reverse());
    }
  }
  const isCut = listed > ENTRIES_MOST;
  if (isCut)
    problems.push({ path: `${path}/`, problem: `holds more than ${ENTRIES_MOST} files and folders` });
  return { files: found, problems, isCut };
}

/** Null for a plain file, a folder, and what is gone. */
function problemOf(name: string, seen: Stats | null): string | null {
  // A name that is no text is shown by other letters, and nothing is found under them.
  if (seen === null) return name.includes('\ufffd') ? 'has a name that is not UTF-8' : null;
  if (seen.isFile()) return null;
  if (!seen.isDirectory()) return `is ${kindOf(seen)}`;
  return name.split('/').length < DEPTH_MOST ? null : `deeper than ${DEPTH_MOST} folders`;
}

import { writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { Oddities } from '../agent-files/oddities.ts';
import { fileFault } from '../files/file-fault.ts';

type OwnLog = Readonly<{
  file: string;
  /** A folder of ours above it: no link is followed below. */
  base: string;
  /** What it held is of an earlier time. */
  isFresh: boolean;
}>;

/**
 * Opens a log of ours for a program that writes there by itself. What an agent put in its place, or in that
 * of its folder, is set aside, and the log begins with that. The caller closes the descriptor.
 */
export function openLog({ file, base, isFresh }: OwnLog): number {
  const oddities = new Oddities();
  const files = new AgentFiles(base, oddities);
  files.ensureFolder(dirname(file));
  const descriptor = files.openLog(file, { isFresh });
  const lines = oddities
    .setAside(base)
    .map(({ path, problem, movedTo }) => `swarm: ${path} ${problem}; it is now ${movedTo ?? path}\n`);
  try {
    if (lines.length > 0) writeSync(descriptor, lines.join(''));
    return descriptor;
  } catch (error) {
    throw fileFault(error, file);
  }
}

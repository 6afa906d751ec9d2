import { join } from 'node:path';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { kindOf } from '../agent-files/odd-file.ts';
import { Oddities } from '../agent-files/oddities.ts';
import type { InterruptAsker, Interrupts } from './interrupts.ts';

export const INTERRUPT_FILE = 'interrupt-request.txt';
/** More of it is not read. */
const MOST_BYTES = 4_096;
const WITHOUT_WORDS = 'The interrupt file is empty: no reason was given';

export function realInterrupts({ swarmDir }: Readonly<{ swarmDir: string }>): Interrupts & InterruptAsker {
  const path = join(swarmDir, INTERRUPT_FILE);
  const oddities = new Oddities();
  const files = new AgentFiles(swarmDir, oddities);
  return {
    observe: async () => readWords(files, path),
    async ensureGone(text) {
      if (readWords(files, path) !== text) return;
      if (files.hasFile(path)) files.remove(path);
      else oddities.setAside(swarmDir);
    },
    ask: async (text) => files.writeNew(path, `${text}\n`),
  };
}

/** Whatever lies there asks for a stop, also what cannot be read. */
function readWords(files: AgentFiles, path: string): string | null {
  const start = files.readPart(path, { from: 0, bytes: MOST_BYTES });
  if (start !== null) return start.toString('utf8').trim() || WITHOUT_WORDS;
  const there = files.observe(path);
  return there && !there.isFile() ? `The interrupt file is ${kindOf(there)}: no reason can be read` : null;
}

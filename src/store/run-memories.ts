import type { RunMemory } from '../domain/run/memory.ts';
import type { Engine } from './engine.ts';
import { runMemoryTable } from './schema.ts';
import { storable } from './table.ts';

/** How many runs are remembered: more are seldom live at once. */
const KEPT_MOST = 8;

type MemoryOfVersion = Readonly<{ version: number; memory: RunMemory }>;

/**
 * What a run remembers is hundreds of kilobytes for a plan of hundreds of tasks, and each round of each of
 * its sessions asks for it. It changes only with a step of its run, which raises the version of that: while
 * the version is known, nothing else is read.
 */
export function runMemories(engine: Engine): (runId: string) => Promise<RunMemory | undefined> {
  const known = new Map<string, MemoryOfVersion>();
  return async (runId) => {
    const sql = 'select version from run where id = ?';
    // Read before the memory: one that is newer than its version is read again.
    const [row] = await engine.read({ sql, values: [storable(runId)] });
    const version = Number(row?.version);
    const kept = known.get(runId);
    if (row !== undefined && kept?.version === version) return kept.memory;
    known.delete(runId);
    const found = await runMemoryTable.findByKey(engine, runId);
    if (found === undefined) return undefined;
    const memory = { definition: found.definition, state: found.state };
    if (row !== undefined) known.set(runId, { version, memory });
    const [oldest] = known.keys();
    if (known.size > KEPT_MOST && oldest !== undefined) known.delete(oldest);
    return memory;
  };
}

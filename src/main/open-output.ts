import { type OutputReader, openOutputReader } from '../runtime/output/output-reader.ts';

/** What the agent of a session wrote: from its folder, or from its pack in the archive. */
export async function openOutput(sessionDir: string): Promise<OutputReader> {
  if (!sessionDir.endsWith('.tar.gz')) return openOutputReader(sessionDir);
  const { openPackedReader } = await import('../runtime/output/packed-reader.ts');
  return openPackedReader(sessionDir);
}

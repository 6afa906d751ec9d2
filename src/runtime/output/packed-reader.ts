import { StringDecoder } from 'node:string_decoder';
import { readPackedOutput } from '../archive/session-packs.ts';
import { withFileFaults } from '../files/file-fault.ts';
import type { OutputReader } from './output-reader.ts';

/** Reads the output of a packed session, which does not grow any more. */
export function openPackedReader(pack: string): OutputReader {
  const chunks = readPackedOutput(pack);
  const decoder = new StringDecoder('utf8');
  return {
    async read() {
      const next = await withFileFaults(pack, () => chunks.next());
      if (next.done) return decoder.end();
      const text = decoder.write(next.value);
      // A chunk may hold less than one letter.
      return text === '' ? this.read() : text;
    },
    changed: async () => {},
    close: () => void chunks.return(undefined),
  };
}

// page-writer <file>: writes into a store what its stdin asks for, a line of JSON each, and says when.
// {"work": "w1"} adds a work item; {"lines": 500} adds so many lines to the journal in one commit.
import { createInterface } from 'node:readline';
import { openStore } from '../../src/store/open-store.ts';
import { aWork } from '../../tests/samples/work.ts';

const noteAt = (at) => ({ at, by: 'bench', note: 'a line of the bench' });

const WRITES = {
  work: (id) => [{ kind: 'add-work', work: aWork({ id, title: id }), journal: noteAt(Date.now()) }],
  lines: (count) =>
    Array.from({ length: count }, () => ({
      kind: 'add-note',
      sessionId: null,
      event: 'fault',
      journal: noteAt(Date.now()),
    })),
};

async function main(file) {
  const store = await openStore({ sqliteFile: file });
  for await (const line of createInterface({ input: process.stdin })) {
    const [[kind, value]] = Object.entries(JSON.parse(line));
    const result = await store.commit(WRITES[kind](value));
    process.stdout.write(`${JSON.stringify({ saved: result.saved, at: Date.now() })}\n`);
  }
  await store.close();
}

main(process.argv[2]).catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});

// fill-queue <file> <count>: makes a store with so much work in its queue. Of ten, the first waits for the
// last, and the second is not due yet, so that a search for the next has something to skip.
import { birthPosition } from '../../src/domain/queue/order.ts';
import { openStore } from '../../src/store/open-store.ts';
import { aWork } from '../../tests/samples/work.ts';

const BATCH = 1_000;
const TEN = 10;
const YEAR_MS = 31_536_000_000;

const nameOf = (number) => `work-${String(number).padStart(8, '0')}`;

function workAt(number, createdAt) {
  const place = number % TEN;
  return aWork({
    id: nameOf(number),
    title: `Work number ${number}`,
    body: 'Look around, and mend what you find broken. '.repeat(5),
    needs: place === 0 ? [nameOf(number + TEN - 1)] : [],
    notBefore: place === 1 ? createdAt + YEAR_MS : null,
    position: birthPosition(createdAt),
    createdAt,
    updatedAt: createdAt,
  });
}

async function fill(file, count) {
  const store = await openStore({ sqliteFile: file });
  const firstAt = Date.now() - count;
  for (let from = 0; from < count; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => from + n);
    const writes = numbers.map((number) => {
      const at = firstAt + number;
      return { kind: 'add-work', work: workAt(number, at), journal: { at, by: 'bench', note: '' } };
    });
    const result = await store.commit(writes);
    if (!result.saved) throw new Error(`the store refused: ${JSON.stringify(result)}`);
  }
  await store.close();
}

const [file, count] = process.argv.slice(2);
fill(file, Number(count)).catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});

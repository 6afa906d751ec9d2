// fill-store <file> <count>: makes a store that holds so many sessions, one a second up to now, nearly all of
// them over.
import { openStore } from '../../src/store/open-store.ts';
import { addSession, aSession, aSpec } from '../../tests/store/rows.ts';

const BATCH = 500;
const SECOND_MS = 1000;
const PERSONAS = ['developer', 'reviewer', 'researcher', 'architect'];
const ENDS = ['completed', 'completed', 'completed', 'failed', 'killed'];
const LIVE_EVERY = 50;
const LIVE = ['idle', 'waiting'];

const pick = (list, number) => list[number % list.length];

function sessionAt(number, createdAt) {
  const persona = pick(PERSONAS, number);
  const isLive = number % LIVE_EVERY === 0;
  const state = isLive ? pick(LIVE, number / LIVE_EVERY) : pick(ENDS, number);
  const ends = isLive
    ? {}
    : { ending: state, reason: state === 'failed' ? 'crash' : null, endedAt: createdAt + 60_000 };
  return aSession({
    ...ends,
    id: `bench-${String(number).padStart(8, '0')}-${persona}`,
    persona,
    state,
    attempt: 1,
    tags: number % 3 === 0 ? ['nightly'] : [],
    createdAt,
    startedAt: createdAt,
    stateSince: createdAt,
  });
}

async function fill(file, count) {
  const store = await openStore({ sqliteFile: file });
  const firstAt = Date.now() - count * SECOND_MS;
  const spec = aSpec({ prompt: 'Look around, and tell what you see. '.repeat(10) });
  for (let from = 0; from < count; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => from + n);
    const sessions = numbers.map((number) => sessionAt(number, firstAt + number * SECOND_MS));
    const result = await store.commit(sessions.map((session) => addSession(session, spec)));
    if (!result.saved) throw new Error(`the store refused: ${JSON.stringify(result)}`);
  }
  await store.close();
}

const [file, count] = process.argv.slice(2);
fill(file, Number(count)).catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});

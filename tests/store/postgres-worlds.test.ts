import { expect, test } from 'vitest';
import { differencesOf, replayRun } from '../../src/domain/run/replay.ts';
import type { CommitResult } from '../../src/store/commit-result.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store, Write } from '../../src/store/store.ts';
import { createTestDatabase } from '../postgres-database.ts';
import { simulate } from '../simulation/simulation.ts';

const ROUNDS = 600;
const LIMIT_MS = 120_000;
const MOST_RUNS = 1_000;

type Commit = Readonly<{ writes: readonly Write[]; result: CommitResult }>;

/** All that plans leave behind. */
async function readRows(store: Store) {
  const runs = await store.listRuns({}, { limit: MOST_RUNS });
  return Promise.all(
    runs.map(async (run) => ({
      run,
      memory: await store.findRunMemory(run.id),
      facts: await store.listRunFacts(run.id),
      sessions: await store.listRunSessions(run.id),
      rounds: await store.listTaskRounds(run.id),
      notes: await store.listNotes({ runId: run.id }),
      questions: await store.listQuestions({ runId: run.id }),
    })),
  );
}

/** A world of plans on SQLite, where the dice decide what dies, with each of its commits. */
async function playWorld(seed: number) {
  const commits: Commit[] = [];
  let rows: Awaited<ReturnType<typeof readRows>> = [];
  const { violation } = await simulate({
    ...{ seed, rounds: ROUNDS, hasPlans: true },
    onCommit: (writes, result) => void commits.push({ writes, result }),
    onEnd: async (store) => {
      rows = await readRows(store);
    },
  });
  return { violation, commits, rows };
}

test.each([3, 5])(
  'what plans of world %i commit, crashes and races with it, Postgres takes and refuses as SQLite does',
  async (seed) => {
    const { violation, commits, rows } = await playWorld(seed);
    expect(violation).toBeNull();
    expect(rows.length).toBeGreaterThan(0);
    const database = await createTestDatabase();
    const store = await openStore({ postgresUrl: database.url });
    try {
      for (const { writes, result } of commits) expect(await store.commit(writes)).toEqual(result);
      const found = await readRows(store);
      expect(found).toEqual(rows);
      for (const { run, memory, facts } of found) {
        if (memory === undefined) continue;
        const replayed = replayRun(
          memory.definition,
          run.goal,
          facts.map(({ fact }) => fact),
        );
        expect(differencesOf(memory.state, replayed.state)).toEqual([]);
      }
    } finally {
      await store.close();
      await database.drop();
    }
  },
  LIMIT_MS,
);

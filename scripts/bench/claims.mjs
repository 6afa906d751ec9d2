// Eight processes claim 8,000 sessions through the store, and then through the SQLite driver alone with the
// same transactions. Every session is wanted by two processes, which come from opposite ends.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);

const SESSIONS = 8_000;
const WORKERS = 8;
const ROUNDS = 3;
const SEED_BATCH = 500;
const FLOOR_BUSY_TIMEOUT_MS = 60_000;
const NOW = 1_700_000_000_000;

const nameOf = (n) => `20231114-221320-scout-${n}`;
const journal = { at: NOW, by: 'bench', note: '' };

/** Claims per second of both, the better of some rounds each; `ratio` says how much slower the store is. */
export async function benchClaims() {
  const folder = mkdtempSync(join(tmpdir(), 'swarm-claims-'));
  try {
    const bundle = await bundleStore(folder);
    const rounds = { ours: [], floor: [] };
    let doubleClaims = 0;
    for (let round = 0; round < ROUNDS; round++) {
      for (const way of ['floor', 'ours']) {
        const file = join(folder, `${way}-${round}.db`);
        await seed(bundle, file);
        rounds[way].push(await race(way, file, bundle));
        doubleClaims += countDoubles(file);
      }
    }
    const [ours, floor] = [Math.max(...rounds.ours), Math.max(...rounds.floor)].map(Math.round);
    return { ours, floor, ratio: Number((floor / ours).toFixed(2)), doubleClaims };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function bundleStore(folder) {
  const { build } = await import('esbuild');
  const outfile = join(folder, 'store.cjs');
  const contents = `
    export { openStore } from './src/store/open-store.ts';
    export { stepSession } from './src/domain/session/session.ts';
    export { stepTurn } from './src/domain/turn/turn.ts';
    export { aSession, aSpec, aTurn, anAttempt } from './tests/store/rows.ts';`;
  await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // By its own path, since a bundle in a temporary folder finds no packages.
    alias: { '@photostructure/sqlite': require.resolve('@photostructure/sqlite') },
    external: ['pg', require.resolve('@photostructure/sqlite')],
    logLevel: 'error',
  });
  return outfile;
}

async function seed(bundle, file) {
  const { openStore, aSession, aSpec, aTurn } = require(bundle);
  const store = await openStore({ sqliteFile: file });
  for (let first = 0; first < SESSIONS; first += SEED_BATCH) {
    const writes = Array.from({ length: SEED_BATCH }, (_, n) => nameOf(first + n)).flatMap((id) => [
      { kind: 'add-session', session: aSession({ id }), spec: aSpec(), journal },
      { kind: 'add-turn', turn: aTurn({ id: `turn-${id}`, sessionId: id }), journal },
    ]);
    await store.commit(writes);
  }
  await store.close();
}

/** Claims per second, from the word to go until the last process is done. */
async function race(way, file, bundle) {
  const workers = Array.from({ length: WORKERS }, (_, n) =>
    fork(fileURLToPath(import.meta.url), ['--worker', way, file, bundle, String(n)], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: '' },
    }),
  );
  await Promise.all(workers.map(nextWord));
  const startedAt = performance.now();
  const done = Promise.all(workers.map(nextWord));
  for (const worker of workers) worker.send('go');
  const claimed = (await done).reduce((sum, [count]) => sum + count, 0);
  const seconds = (performance.now() - startedAt) / 1000;
  if (claimed !== SESSIONS) throw new Error(`${claimed} claims of ${SESSIONS} sessions by ${way}`);
  return claimed / seconds;
}

// A contestant that falls over must not leave the others waiting for ever.
const nextWord = (worker) =>
  Promise.race([
    once(worker, 'message'),
    once(worker, 'exit').then(([code]) => {
      throw new Error(`a contestant ended with ${code} before its time`);
    }),
  ]);

function countDoubles(file) {
  const { DatabaseSync } = require('@photostructure/sqlite');
  const database = new DatabaseSync(file);
  const launches = `select session_id from journal where event = 'launch'
    group by session_id having count(*) > 1`;
  const { doubles } = database.prepare(`select count(*) as doubles from (${launches})`).get();
  database.close();
  return doubles;
}

// Two workers share each quarter of the sessions.
function sessionsOf(worker) {
  const numbers = Array.from({ length: SESSIONS }, (_, n) => n).filter((n) => n % 4 === worker % 4);
  return (worker < 4 ? numbers : numbers.reverse()).map(nameOf);
}

async function work([way, file, bundle, worker]) {
  const ids = sessionsOf(Number(worker));
  const claim =
    way === 'ours' ? await claimThroughStore(file, bundle, ids) : claimThroughDriver(file, bundle);
  process.send('ready');
  await once(process, 'message');
  let claimed = 0;
  for (const id of ids) if (await claim(id)) claimed += 1;
  process.send(claimed, () => process.exit());
}

// The rows are made up before the race, as nothing in it reads them: what counts is to step and to commit.
async function claimThroughStore(file, bundle, ids) {
  const { openStore, stepSession, stepTurn, aSession, aTurn, anAttempt } = require(bundle);
  const store = await openStore({ sqliteFile: file });
  const rowsOf = (id) => ({
    session: aSession({ id }),
    turn: aTurn({ id: `turn-${id}`, sessionId: id }),
    attempt: anAttempt({ sessionId: id }),
  });
  const rows = new Map(ids.map((id) => [id, rowsOf(id)]));
  return async (id) => {
    const { session, turn, attempt } = rows.get(id);
    const launch = stepSession(session, 'launch', { at: NOW, patch: { attempt: 1 } }).value;
    const hand = stepTurn(turn, 'hand', { at: NOW, attempt: 1 }).value;
    const { saved } = await store.commit([
      { kind: 'step-session', step: launch, journal },
      { kind: 'step-turn', step: hand, journal },
      { kind: 'add-attempt', attempt, journal },
    ]);
    return saved;
  };
}

// The statements are those that the store sends, written down by hand.
function claimThroughDriver(file) {
  const { DatabaseSync } = require('@photostructure/sqlite');
  const database = new DatabaseSync(file, { timeout: FLOOR_BUSY_TIMEOUT_MS });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  const [begin, commit, rollback] = ['begin immediate', 'commit', 'rollback'].map((sql) =>
    database.prepare(sql),
  );
  const stepSession = database.prepare(`
    update session set state = ?, version = ?, ending = ?, reason = ?, reason_text = ?, attempt = ?,
      retries_left = ?, conversation_id = ?, resume_at = ?, exit_code = ?, host_id = ?, model = ?,
      worked_ms = ?, working_since = ?, started_at = ?, ended_at = ?, state_since = ?,
      awaits = '[]', parked = null, failures = 0
    where id = ? and version = ? and state not in ('completed', 'failed', 'killed')`);
  const stepTurn = database.prepare(`
    update turn set state = ?, attempt = ?, position = 0, changed_at = ?
    where id = ? and state = ? and attempt = ?`);
  const addAttempt = database.prepare(`
    insert into attempt (session_id, opened_at, number, host_id, resumed, events_cursor, output_bytes,
      tools_bytes, errors_bytes, messages, tools, open_tools, input_tokens, output_tokens, cost_usd,
      awaited, transcript, stderr_cursor, unknown_events, broken_lines, reserved_micro_usd, reserved_tokens)
    values (?, ?, 1, 'here', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '[]', '{}', 0, 0, 0, 0, 0)
    on conflict do nothing`);
  const addToTally = database.prepare(`
    insert into session_tally (state, is_archived, sessions) values (?, 0, ?)
    on conflict (state, is_archived) do update set sessions = session_tally.sessions + excluded.sessions`);
  const lastSeq = database.prepare('select max(seq) as last from journal');
  const addLines = database.prepare(`
    insert into journal (seq, at, session_id, actor, event, from_state, to_state, note)
    values (?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?)`);
  const none = null;
  return (id) => {
    begin.run();
    // biome-ignore format: in the order of the statement.
    const settled = [
      'starting', 2, none, none, none, 1, 3, none, none, none, none, none, 0, NOW, NOW, none, NOW,
    ];
    if (stepSession.run(...settled, id, 1).changes === 0) {
      rollback.run();
      return false;
    }
    stepTurn.run('handed', 1, NOW, `turn-${id}`, 'queued', 0);
    addAttempt.run(id, NOW);
    addToTally.run('created', -1);
    addToTally.run('starting', 1);
    const { last } = lastSeq.get();
    const line = (n, event, states) => [last + n, NOW, id, 'bench', event, ...states, ''];
    addLines.run(
      ...line(1, 'launch', ['created', 'starting']),
      ...line(2, 'turn-hand', ['queued', 'handed']),
      ...line(3, 'attempt-opened', [none, none]),
    );
    commit.run();
    return true;
  };
}

if (process.argv[2] === '--worker') await work(process.argv.slice(3));
else if (process.argv[1] && import.meta.filename === realpathSync(process.argv[1])) {
  console.log(JSON.stringify(await benchClaims()));
}

// fill-live <folder .swarm> <count>: makes a store that holds so many sessions at work, each with a launcher
// that lives and says nothing. They end with the folder that they are given in their environment.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/open-store.ts';
import { addSession, anAttempt, aSession, aSpec, aTurn } from '../../tests/store/rows.ts';

const BATCH = 250;
const HOUR_MS = 3_600_000;
const SLEEP = ['sleep', '900'];
const FIRST_AFTER_NAME = 2;
const START_FIELD = 19;
const note = { at: Date.now(), by: 'bench', note: '' };

function startLauncher(env) {
  const [program, ...words] = SLEEP;
  const child = spawn(program, words, { stdio: 'ignore', detached: true, env });
  child.unref();
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const start = stat.slice(stat.lastIndexOf(')') + FIRST_AFTER_NAME).split(' ')[START_FIELD];
  return { pid: child.pid, start };
}

function openFolder(swarmDir, id) {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const folder = join(swarmDir, 'sessions', id, 'attempts', '1');
  for (const name of ['ask', 'answer', 'taken', 'waiting', 'heard', 'outbox']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, 'events.jsonl'), '');
  const launcher = startLauncher(process.env);
  const claim = { ...launcher, boot, server: null, input: 'prompt' };
  writeFileSync(join(folder, 'launcher.json'), JSON.stringify(claim));
  // What a supervisor goes by: no file of the attempt's folder says who its launcher is.
  const launch = { boot, input: 'prompt', workspace: null, launcher, server: null, isEnding: false };
  writeFileSync(join(swarmDir, 'launchers', `${id}.1.json`), JSON.stringify(launch));
}

function writesOf(id) {
  const at = note.at;
  const session = aSession({
    id,
    cli: 'command',
    state: 'working',
    attempt: 1,
    lifetimeMs: HOUR_MS,
    workingSince: at,
    createdAt: at,
    startedAt: at,
    stateSince: at,
  });
  const turn = { id: `turn-${id}`, sessionId: id, state: 'seen', attempt: 1, createdAt: at, changedAt: at };
  const attempt = { sessionId: id, number: 1, openedAt: at, heardAt: at };
  return [
    addSession(session, aSpec({ command: SLEEP })),
    { kind: 'add-turn', turn: aTurn(turn), journal: note },
    { kind: 'add-attempt', attempt: anAttempt(attempt), journal: note },
  ];
}

async function fill(folder, count) {
  mkdirSync(join(folder, 'launchers'));
  const store = await openStore({ sqliteFile: join(folder, 'swarm.db') });
  for (let from = 0; from < count; from += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => `bench-${from + n}-scout`);
    for (const id of ids) openFolder(folder, id);
    const result = await store.commit(ids.flatMap(writesOf));
    if (!result.saved) throw new Error(`the store refused: ${JSON.stringify(result)}`);
  }
  await store.close();
}

const [folder, count] = process.argv.slice(2);
fill(folder, Number(count)).catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});

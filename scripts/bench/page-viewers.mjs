// What viewers cost the page's server: memory over many events, and a terminal that is not read.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median, rounded } from './figures.mjs';
import { openServer, openWriter, rowOr } from './page-stage.mjs';
import { addPersona, createSession, makeProject, swarm } from './place.mjs';
import { residentMb } from './processes.mjs';

const VIEWERS = 10;
const EVENTS = 100_000;
const AT_ONCE = 500;
/** Until then the server has loaded what it needs, and its heap has the size that it works with. */
const WARM_EVENTS = 40_000;
const SETTLE_MS = 2_000;
const FLAT_MB = 16;
const STALLED_MB = 8;
// More bytes than the system keeps of a connection that is not read.
const LINES = 60_000;
const LEAST_SHOWN_BYTES = 8_000_000;
const ROUNDS = 5;

const MEMORY = {
  name: 'page-memory',
  what: "growth of the page's server over 100,000 events with 10 viewers, after the first 40,000",
  unit: 'MB',
  by: 'value',
  limit: FLAT_MB,
};
const STALLED = {
  name: 'page-stalled',
  what: 'memory of a viewer that stops reading a terminal, while 12 MB are printed in its pane',
  unit: 'MB',
  by: 'value',
  limit: STALLED_MB,
};
const SLOWED = {
  name: 'page-slowed',
  what: 'a program that prints in that pane beside that viewer against without',
  unit: 's',
  by: 'ratio',
  limit: 1.3,
};

export async function measureViewers(place) {
  const memory = await rowOr(MEMORY, () => measureMemory(place));
  const stalled = measureStalled(place);
  const of = (row, pick) => rowOr(row, async () => pick(await stalled));
  return [memory, await of(STALLED, stalledOf), await of(SLOWED, slowedOf)];
}

const stalledOf = ({ memoryMb, shownBytes }) => ({
  ours: memoryMb,
  problem: shownBytes >= LEAST_SHOWN_BYTES ? null : `ONLY ${shownBytes} BYTES WERE SHOWN TO ONE WHO READS`,
});
const slowedOf = ({ aloneMs, besideMs }) => ({ floor: aloneMs / 1000, ours: besideMs / 1000 });

async function measureMemory(place) {
  const project = makeProject(place, 'page-memory');
  await swarm(project, 'queue', 'add', 'The first');
  const server = await openServer(project);
  const writer = await openWriter(place, project);
  const viewers = await Promise.all(Array.from({ length: VIEWERS }, () => openViewer(server)));
  const writeLines = async (count) => {
    for (let written = 0; written < count; written += AT_ONCE) await writer.write({ lines: AT_ONCE });
    await pause(SETTLE_MS);
    return residentMb(server.pid);
  };
  try {
    const before = await writeLines(WARM_EVENTS);
    const after = await writeLines(EVENTS);
    const deaf = viewers.filter((viewer) => viewer.bytes() === 0).length;
    return {
      ours: after - before,
      problem: deaf === 0 ? null : `${deaf} VIEWERS WERE TOLD NOTHING`,
      detail: { beforeMb: rounded(before), afterMb: rounded(after) },
    };
  } finally {
    writer.close();
    for (const viewer of viewers) viewer.close();
  }
}

async function openViewer({ origin, cookie }) {
  const ending = new AbortController();
  const { body } = await fetch(`${origin}/api/events`, { headers: { cookie }, signal: ending.signal });
  let bytes = 0;
  const read = async () => {
    for await (const part of body) bytes += part.length;
  };
  read().catch(() => {});
  return { bytes: () => bytes, close: () => ending.abort() };
}

async function measureStalled(place) {
  const project = makeProject(place, 'page-stalled');
  addPersona(project, 'sleeper', ['sleep', '600']);
  const id = await createSession(project, 'sleeper');
  const server = await openServer(project);
  // The first look opens the terminal's part of the server.
  const reader = await openTerminal(server, id);
  let shownBytes = 0;
  reader.on('data', (part) => {
    shownBytes += part.length;
  });
  const tty = findTty(project);
  const [times, memories] = [{ alone: [], beside: [] }, []];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.alone.push(await timePrinting(tty));
    await pause(SETTLE_MS);
    const before = residentMb(server.pid);
    const stalled = await openTerminal(server, id);
    stalled.pause();
    times.beside.push(await timePrinting(tty));
    memories.push(Math.max(0, residentMb(server.pid) - before));
    stalled.destroy();
  }
  reader.destroy();
  const [aloneMs, besideMs] = [median(times.alone), median(times.beside)];
  return { aloneMs, besideMs, shownBytes, memoryMb: Math.max(...memories) };
}

/** The terminal of the one pane of the project, as the agent in it has it. */
function findTty({ env }) {
  const folder = readdirSync(env.TMUX_TMPDIR).find((name) => name.startsWith('tmux-'));
  const [name] = readdirSync(join(env.TMUX_TMPDIR, folder));
  const words = ['-L', name, 'list-panes', '-a', '-F', '#{pane_tty}'];
  return execFileSync('tmux', words, { env, encoding: 'utf8' }).trim().split('\n')[0];
}

/** How long a program in the pane needs to print. */
async function timePrinting(tty) {
  const startedAt = performance.now();
  const printing = spawn('sh', ['-c', `yes "$(printf %0200d 0)" | head -n ${LINES} > ${tty}`]);
  await once(printing, 'exit');
  return performance.now() - startedAt;
}

/** The connection of a terminal, once it has told something. */
async function openTerminal({ origin, cookie }, id) {
  const asked = await fetch(`${origin}/api/terminal`, {
    method: 'POST',
    headers: { cookie, 'x-swarm': '1', 'content-type': 'application/json', origin },
    body: JSON.stringify({ session_id: id }),
  });
  const { ticket } = await asked.json();
  const upgrade = request(`${origin}/api/terminal?ticket=${ticket}`, {
    headers: {
      cookie,
      origin,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  });
  upgrade.end();
  const [, socket] = await once(upgrade, 'upgrade');
  socket.on('error', () => {});
  await once(socket, 'data');
  return socket;
}

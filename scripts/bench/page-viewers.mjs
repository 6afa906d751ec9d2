// What viewers cost the page's server: memory over many events, and a terminal that is not read.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { rounded } from './figures.mjs';
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
const LINES = 200_000;
const PATIENCE_MS = 120_000;

const MEMORY = {
  name: 'page-memory',
  what: "growth of the page's server over 100,000 events with 10 viewers, after the first 40,000",
  unit: 'MB',
  by: 'value',
  limit: FLAT_MB,
};
const STALLED = {
  name: 'page-stalled',
  what: 'memory of a viewer that stops reading a terminal, while its agent prints 200,000 lines',
  unit: 'MB',
  by: 'value',
  limit: STALLED_MB,
};
const SLOWED = {
  name: 'page-slowed',
  what: 'the same agent beside that viewer against alone',
  unit: 's',
  by: 'ratio',
  limit: 1.3,
};

export async function measureViewers(place) {
  const memory = await rowOr(MEMORY, () => measureMemory(place));
  const stalled = measureStalled(place);
  const of = (row, pick) => rowOr(row, async () => pick(await stalled));
  return [memory, await of(STALLED, ({ memoryMb }) => ({ ours: memoryMb })), await of(SLOWED, slowedOf)];
}

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
  // It begins when it is looked at, so that the viewer sees all of it.
  const script = `until [ -e "$PWD/go-$SWARM_SESSION_ID" ]; do sleep 0.05; done; seq ${LINES}; echo over`;
  addPersona(project, 'talker', ['sh', '-c', script]);
  await swarm(project, 'supervisor', 'start');
  const aloneMs = await timeTalker(project, async () => null);
  const server = await openServer(project);
  const before = residentMb(server.pid);
  const besideMs = await timeTalker(project, (id) => openStalled(server, id));
  return { aloneMs, besideMs, memoryMb: Math.max(0, residentMb(server.pid) - before) };
}

async function timeTalker(project, look) {
  const id = await createSession(project, 'talker');
  const socket = await look(id);
  writeFileSync(`${project.root}/go-${id}`, '');
  const startedAt = performance.now();
  await swarm(project, 'wait', id, '--timeout', `${PATIENCE_MS / 1000}s`);
  const ms = performance.now() - startedAt;
  socket?.destroy();
  return ms;
}

/** A terminal whose socket is opened, and then never read again. */
async function openStalled({ origin, cookie }, id) {
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
  socket.pause();
  return socket;
}

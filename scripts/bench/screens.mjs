// From asking for an agent with a screen, or sending it a message, until the agent itself tells that it has
// the prompt. The agent is the real Claude Code.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endBare, hookLineAt, openBareTmux, openStage, startBare, typeByHand } from './claude.mjs';
import { median, percentile, rounded, spread } from './figures.mjs';
import { makeProject, runSwarm, swarm } from './place.mjs';
import { timeRun } from './processes.mjs';
import { makeEmptyRow, makeRow } from './row.mjs';
import { hasEnded, shownState } from './shown-state.mjs';
import { waitUntil } from './stamp.mjs';

const CREATE_ROUNDS = 12;
const WARM_UP_ROUNDS = 1;
const SENDS = 20;
const BARE_EVERY = 2;
const LIMIT_MS = 1_000;
// A person who writes to a resting agent does not do so in the moment in which it has come to rest.
const REST_MS = 500;
const STATE_LIMIT_MS = 30_000;
const SEEN = 'UserPromptSubmit';
const ENDED = 'Stop';

const CREATE = {
  name: 'screen-create',
  what: '`create --mode interactive` until Claude Code has the prompt, against `claude` in bare tmux',
  unit: 'ms',
  by: 'difference',
  limit: LIMIT_MS,
};
const SEND = {
  name: 'screen-send',
  what: '`send` to a resting Claude Code with a screen until it has the prompt',
  unit: 'ms',
  by: 'value',
  limit: LIMIT_MS,
};

export async function measureScreens(place) {
  const opened = openWorld(place);
  const rowOf = async (row, measure) => {
    try {
      return makeRow({ ...row, ...(await measure(await opened)) });
    } catch (error) {
      return makeEmptyRow({ ...row, problem: `NOT MEASURED: ${error.message.split('\n')[0]}` });
    }
  };
  return [await rowOf(CREATE, measureCreate), await rowOf(SEND, measureSend)];
}

async function openWorld(place) {
  const { root, env } = makeProject(place, 'screens', { cli: 'claude' });
  const { version, env: claudeEnv, hookSettings } = await openStage(place, root);
  const project = { root, env: { ...env, ...claudeEnv } };
  await swarm(project, 'supervisor', 'start');
  const tmux = openBareTmux(project);
  const startByHand = (name) =>
    startBare(tmux, { folder: join(place.base, name), hookSettings, prompt: 'Do what you do.' });
  return { version, project, tmux, startByHand };
}

async function measureCreate({ version, project, tmux, startByHand }) {
  const rounds = [];
  for (let round = 0; round < CREATE_ROUNDS + WARM_UP_ROUNDS; round += 1) {
    const floor = await timeBareStart(tmux, () => startByHand(`bare-${round}`));
    rounds.push({ floor, ours: await timeCreate(project) });
  }
  const counted = rounds.slice(WARM_UP_ROUNDS);
  const floors = counted.map(({ floor }) => floor);
  const ours = counted.map((round) => round.ours);
  return {
    floor: median(floors),
    ours: median(ours),
    note: `p99 ${rounded(percentile(ours, 0.99))} ms, of the floor ${rounded(percentile(floors, 0.99))} ms`,
    detail: { claude: version, floor: spread(floors), ours: spread(ours) },
  };
}

async function timeBareStart(tmux, start) {
  const startedAt = Date.now();
  const pane = start();
  const seenAt = await hookLineAt(pane.folder, SEEN);
  await hookLineAt(pane.folder, ENDED);
  await endBare(tmux, pane);
  return seenAt - startedAt;
}

async function timeCreate(project) {
  const startedAt = Date.now();
  const session = await createOnScreen(project);
  const seenAt = await hookLineAt(session.folder, SEEN);
  await rest(session);
  await endSession(project, session);
  return seenAt - startedAt;
}

async function measureSend({ version, project, tmux, startByHand }) {
  const session = await createOnScreen(project);
  const pane = startByHand('bare-resting');
  const ours = [];
  const bare = [];
  for (let message = 1; message <= SENDS; message += 1) {
    await hookLineAt(session.folder, ENDED, message);
    await rest(session);
    await pause(REST_MS);
    ours.push(await timeSend(project, session, message));
    if (message % BARE_EVERY === 0) bare.push(await timeByHand(project, { tmux, pane }, bare.length + 1));
  }
  await endSession(project, session);
  await endBare(tmux, pane);
  return {
    floor: median(bare),
    ours: median(ours),
    note: `p99 ${rounded(percentile(ours, 0.99))} ms`,
    detail: { claude: version, bare: spread(bare), ours: spread(ours) },
  };
}

const wordsOf = (message) => `Look once more, now for time number ${message}.`;

async function timeSend(project, { id, folder }, message) {
  const startedAt = Date.now();
  const { ended } = runSwarm(project, ['send', id, wordsOf(message)]);
  const [seenAt] = await Promise.all([hookLineAt(folder, SEEN, message + 1), ended]);
  return seenAt - startedAt;
}

/** A start of Node, and the keys of a person who looks before pressing Enter. */
async function timeByHand({ root, env }, { tmux, pane }, message) {
  await hookLineAt(pane.folder, ENDED, message);
  await pause(REST_MS);
  const nodeMs = timeRun([process.execPath, '-e', '0'], { cwd: root, env });
  const startedAt = Date.now();
  await typeByHand(tmux, pane, wordsOf(message));
  return nodeMs + (await hookLineAt(pane.folder, SEEN, message + 1)) - startedAt;
}

async function createOnScreen(project) {
  const words = ['create', 'developer', 'task.md', '--mode', 'interactive', '--quiet'];
  const id = (await swarm(project, ...words)).trim();
  const dir = join(project.root, '.swarm', 'sessions', id);
  return { id, dir, folder: join(dir, 'attempts', '1') };
}

const rest = ({ id, dir }) => waitUntil(`${id} rests`, () => shownState(dir) === 'idle', STATE_LIMIT_MS);

async function endSession(project, { id, dir }) {
  await swarm(project, 'kill', id, '--force');
  await waitUntil(`${id} has ended`, () => hasEnded(dir), STATE_LIMIT_MS);
}

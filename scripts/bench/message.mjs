// From the moment when a message is renamed into an agent's outbox to its recipient's inbox showing it.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { median, percentile, rounded, spread } from './figures.mjs';
import { addPersona, makeProject, swarm } from './place.mjs';
import { processorMs } from './processes.mjs';
import { makeRow } from './row.mjs';
import { waitUntil } from './stamp.mjs';

const AGENTS = 20;
const MESSAGES = 1_000;
// Each agent says something every second, which is more than any of them has to say.
const EVERY_MS = 50;
const LIMIT_MS = 50;
const MESSAGES_LOADED = 400;
const LOADED_LIMIT_MS = 100;
const SETTLE_MS = 2_000;
const LAST_WAIT_MS = 20_000;

const roleOf = (number) => `role${number}`;
const ROLES = Array.from({ length: AGENTS }, (_, number) => roleOf(number + 1));

export async function measureMessage(place) {
  const project = makeProject(place, 'message', { limits: { sessions: AGENTS, agentsPerRun: AGENTS } });
  addPersona(project, 'sleeper', ['sleep', '900']);
  writeWorkflow(project);
  const { pid } = JSON.parse(await swarm(project, 'supervisor', 'start', '--json'));
  const { run_id: run } = JSON.parse(await swarm(project, 'start', 'crew', 'Wait.', '--detach', '--json'));
  const crew = crewOf(project, run);
  await gather(crew);
  await pause(SETTLE_MS);
  const alone = await sendCounted(crew, pid, { first: 0, count: MESSAGES });
  const spinner = spawn(process.execPath, ['-e', 'for (;;);'], { env: project.env, stdio: 'ignore' });
  const loaded = await sendCounted(crew, pid, { first: MESSAGES, count: MESSAGES_LOADED });
  spinner.kill('SIGKILL');
  return [
    rowOf(alone, {
      name: 'message',
      what: "message renamed into an outbox to its recipient's inbox showing it, 20 agents, p99",
      limit: LIMIT_MS,
    }),
    rowOf(loaded, {
      name: 'message-loaded',
      what: 'the same beside a program that keeps one core busy',
      limit: LOADED_LIMIT_MS,
    }),
  ];
}

async function sendCounted(crew, pid, some) {
  const before = processorMs(pid);
  const times = await sendAll(crew, some);
  const processorMsEach = rounded((processorMs(pid) - before) / some.count);
  return { times, missing: some.count - times.length, processorMsEach };
}

const rowOf = ({ times, missing, processorMsEach }, { name, what, limit }) =>
  makeRow({
    name,
    what,
    unit: 'ms',
    by: 'value',
    ours: percentile(times, 0.99),
    limit,
    problem: missing === 0 ? null : `${missing} NEVER SHOWN`,
    note: `p50 ${rounded(median(times))} ms`,
    detail: { ours: spread(times), processorMsEach },
  });

function writeWorkflow({ root }) {
  const lines = ['description: A crew', 'entry: stage1', 'timeout: 1h', 'roles:'];
  for (const role of ROLES) lines.push(`  ${role}: { persona: sleeper }`);
  lines.push('stages:');
  ROLES.forEach((role, place) => {
    const next = place + 1 < AGENTS ? `{ go: stage${place + 2} }` : '{ finish: true }';
    lines.push(
      `  stage${place + 1}:`,
      `    role: ${role}`,
      '    task: "{goal}"',
      '    on:',
      `      result: ${next}`,
    );
  });
  mkdirSync(join(root, 'workflows'));
  writeFileSync(join(root, 'workflows', 'crew.yaml'), `${lines.join('\n')}\n`);
}

function crewOf({ root }, run) {
  const messages = join(root, '.swarm', 'runs', run, 'messages');
  const attemptOf = (role) => join(root, '.swarm', 'sessions', `${run}-${role}`, 'attempts', '1');
  return { messages, attemptOf };
}

/** A question to each of the others makes them all start. */
async function gather({ messages, attemptOf }) {
  const isAtWork = (role) => existsSync(join(attemptOf(role), 'launcher.json'));
  const [first, ...others] = ROLES;
  await waitUntil('the first agent works', () => isAtWork(first));
  for (const role of others) put(join(messages, 'outbox', first), { name: role, to: role, text: 'There?' });
  await waitUntil('all agents work', () => ROLES.every(isAtWork), 60_000);
}

function put(folder, { name, to, text }) {
  const draft = join(folder, `.${name}`);
  writeFileSync(draft, JSON.stringify({ to, type: 'question', body: text }));
  const at = performance.now();
  renameSync(draft, join(folder, `${name}.json`));
  return at;
}

async function sendAll({ messages, attemptOf }, { first, count }) {
  const sent = new Map();
  const times = [];
  const inbox = join(messages, 'inbox');
  const look = (file) => {
    if (!ROLES.includes(file.replace(/\.json$/, ''))) return;
    const text = readFileSync(join(inbox, file), 'utf8');
    const seenAt = performance.now();
    for (const [word, at] of sent) {
      if (!text.includes(`"${word}"`)) continue;
      times.push(seenAt - at);
      sent.delete(word);
    }
  };
  const watcher = watch(inbox, (_, file) => look(file ?? ''));
  for (let number = first; number < first + count; number += 1) {
    const from = ROLES[number % AGENTS];
    // Each session writes to each other one.
    const to = ROLES[(number + 1 + (Math.floor(number / AGENTS) % (AGENTS - 1))) % AGENTS];
    const word = `word-${number}-of-many`;
    sent.set(word, put(join(attemptOf(from), 'outbox'), { name: `m${number}`, to, text: word }));
    await pause(EVERY_MS);
  }
  await waitUntil('all are shown', () => sent.size === 0, LAST_WAIT_MS).catch(() => undefined);
  watcher.close();
  return times;
}

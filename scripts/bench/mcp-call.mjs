// What a tool of ours costs an agent beyond the protocol itself.
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { root as swarmRoot } from '../tree.mjs';
import { median, percentile, rounded, spread } from './figures.mjs';
import { makeProject, SWARM, swarm } from './place.mjs';
import { makeRow } from './row.mjs';

const WARM_UP = 20;
const CALLS = 200;
const LIMIT_MS = 10;

export async function measureMcpCall(place) {
  const project = makeProject(place, 'mcp-call');
  await swarm(project, 'init');
  const echo = await connect(project, [join(import.meta.dirname, 'echo-server.mjs')], { cwd: swarmRoot });
  const ours = await connect(project, [SWARM, 'mcp']);
  const times = { echo: [], ours: [] };
  let failed = 0;
  for (let call = 0; call < WARM_UP + CALLS; call += 1) {
    const isCounted = call >= WARM_UP;
    const [echoed, answered] = [await timeCall(echo, 'echo'), await timeCall(ours, 'mail_inbox')];
    if (isCounted) times.echo.push(echoed.ms);
    if (isCounted) times.ours.push(answered.ms);
    failed += answered.isError ? 1 : 0;
  }
  await Promise.all([echo.close(), ours.close()]);
  const row = makeRow({
    name: 'mcp-call',
    what: 'a call of the tool `mail_inbox` against an echo server of the SDK, medians',
    unit: 'ms',
    by: 'difference',
    floor: median(times.echo),
    ours: median(times.ours),
    limit: LIMIT_MS,
    problem: failed === 0 ? null : `${failed} CALLS FAILED`,
    note: `p99 ${rounded(percentile(times.ours, 0.99))} ms`,
    detail: { floor: spread(times.echo), ours: spread(times.ours) },
  });
  return [row];
}

async function connect({ root, env }, args, { cwd = root } = {}) {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd, env, stderr: 'ignore' }),
  );
  return client;
}

async function timeCall(client, name) {
  const startedAt = performance.now();
  const { isError } = await client.callTool({ name, arguments: {} });
  return { ms: performance.now() - startedAt, isError: isError === true };
}

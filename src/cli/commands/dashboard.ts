import * as z from 'zod/mini';
import type { DashboardAnswer, StoppedDashboardAnswer } from '../../contract/answer/terminal.ts';
import { localCommand } from '../command.ts';
import { wholeNumber } from '../flag.ts';

const Input = z.object({
  port: z.optional(z.int().check(z.minimum(1), z.maximum(65_535))),
  keep: z._default(z.boolean(), false),
  noOpen: z._default(z.boolean(), false),
});

export const dashboard = localCommand({
  asks: 'person',
  name: 'dashboard',
  summary: 'Serve the page of this project, and open it',
  about: [
    'Starts a server on this machine (127.0.0.1) unless one runs, and prints an address that signs in the',
    'first browser that opens it; for another browser, run it again. The port stays the same. The server',
    'exits after an hour without a visitor (dashboard.idleStop).',
  ].join('\n'),
  examples: ['swarm dashboard', 'swarm dashboard --no-open --json', 'swarm dashboard --keep --port 4400'],
  flags: [
    { name: 'no-open', key: 'noOpen', about: 'Print the address only, open no browser' },
    { name: 'keep', key: 'keep', about: 'Run without visitors too, until "swarm dashboard stop"' },
    { name: 'port', key: 'port', value: 'n', about: 'Listen on this port', ...wholeNumber },
  ],
  input: Input,
  async run(host, { noOpen, ...wish }, io) {
    const running = await host.dashboard(wish);
    if (running.ok && !noOpen && !io.isJson && io.isTerminal) await host.openBrowser(running.value.url);
    return running;
  },
  show: ({ url, started }) =>
    `✅ The page is served${started ? '' : ' already'}: ${url}\n` +
    '   The address works once, for ten minutes. Stop the server: swarm dashboard stop\n',
  answer: async () => (await import('../../contract/answer/terminal.ts')).DashboardAnswer,
  json: ({ metricsTokenFile, mcpTokenFile, ...running }): DashboardAnswer => ({
    ...running,
    metrics_token_file: metricsTokenFile,
    mcp_token_file: mcpTokenFile,
  }),
});

export const dashboardStop = localCommand({
  asks: 'person',
  name: 'dashboard stop',
  summary: "Stop the page's server",
  about: 'Agents and the supervisor work on. Browsers stay signed in for the next server.',
  examples: ['swarm dashboard stop'],
  input: z.object({}),
  run: (host) => host.stopDashboard(),
  show: (pid) => (pid === null ? 'ℹ️ The page is not served\n' : '✅ Stopped the server of the page\n'),
  answer: async () => (await import('../../contract/answer/terminal.ts')).StoppedDashboardAnswer,
  json: (pid): StoppedDashboardAnswer => ({ stopped: pid !== null }),
});

// Builds dist/ from src/: one file per program, each only if its source exists.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { bundleAll } from './bundle.mjs';
import { bundlePage } from './bundle-page.mjs';
import { declareLibrary } from './declare.mjs';
import { withTreeLock } from './lock.mjs';
import { root, stamp } from './tree.mjs';

// What the commands load that people and scripts call again and again, to look.
const OFTEN = [
  'src/main/wire.ts',
  'src/main/serve-reads.ts',
  'src/runtime/config/json-text.ts',
  'src/store/sqlite/sqlite-engine.ts',
  'src/cli/commands/status.ts',
  'src/app/session/show-session.ts',
  'src/app/run/show-run.ts',
  'src/cli/commands/list.ts',
  'src/app/session/list-sessions.ts',
  'src/cli/commands/questions.ts',
  'src/app/question/list-questions.ts',
  'src/cli/commands/wait.ts',
  'src/app/session/wait-sessions.ts',
  'src/cli/commands/preflight.ts',
  'src/app/preflight/run-preflight.ts',
  'src/runtime/process/find-agent-mark.ts',
  'src/runtime/participant/case-rule.ts',
  'src/runtime/participant/real-callers.ts',
];

const PROGRAMS = [
  { from: 'src/main/cli.ts', to: 'swarm.cjs' },
  { from: 'src/main/run-cli.ts', to: 'cli.cjs', more: 'more.cjs', often: OFTEN },
  { from: 'src/main/supervisor.ts', to: 'supervisor.cjs' },
  { from: 'src/main/rehearsal.ts', to: 'rehearsal.cjs' },
  // The SDK of MCP is as large as all commands together, so it is loaded by one of them alone.
  { from: 'src/mcp/serve.ts', to: 'mcp.cjs' },
  // The page's server with its libraries; a process of its own.
  { from: 'src/main/dashboard.ts', to: 'dashboard.cjs' },
  { from: 'src/index.ts', to: 'index.js' },
];
// File times come from a clock that lags by up to one kernel tick.
const CLOCK_LAG_MS = 10;

/** The caller holds the tree's lock. */
export async function build() {
  const startedAt = new Date(Date.now() - CLOCK_LAG_MS);
  const bundles = PROGRAMS.filter(({ from }) => existsSync(join(root, from)));
  await Promise.all([bundleAll(bundles), declareLibrary(), bundlePage()]);
  writeCommand();
  writeStamp(startedAt);
}

// What agents find as `swarm` on their PATH: the bundle itself, without a look at the sources.
function writeCommand() {
  const folder = join(root, 'dist', 'bin');
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `.swarm.${process.pid}`);
  writeFileSync(draft, '#!/bin/sh\nexec node "\u0024{0%/*}/../swarm.cjs" "$@"\n');
  chmodSync(draft, 0o755);
  renameSync(draft, join(folder, 'swarm'));
}

// The stamp carries the time the build began: a source saved during the build is newer than it.
function writeStamp(time) {
  const draft = `${stamp}.${process.pid}`;
  writeFileSync(draft, '');
  utimesSync(draft, time, time);
  renameSync(draft, stamp);
}

if (process.argv[1] && import.meta.filename === realpathSync(process.argv[1])) await withTreeLock(build);

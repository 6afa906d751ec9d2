import { join } from 'node:path';
import type { Agent, LaunchInput, LaunchPlan } from '../domain/agent/agent.ts';
import type { SessionSpec } from '../domain/session/spec.ts';
import { commonFiles, environmentFor } from './environment.ts';
import { folderOf, type LoginSources, loginBy, loginFiles } from './login.ts';
import { MCP_NAME, type McpServer, mcpServer } from './mcp-server.ts';
import { needsOfProgram } from './needs.ts';
import { factsOfOpencode } from './opencode/events.ts';
import { retriesOfOpencode } from './opencode/retries.ts';
import { shellAllowance } from './shell-allowance.ts';
import { parseEventLine } from './stream-json.ts';

/**
 * opencode, one process a turn. It cannot take a second prompt or begin a conversation under a name of ours,
 * and a permission that it would have to ask for ends its turn without a result. A tool is told only when it
 * is over. Its conversations are rows of its own, so there is no file to look for.
 */
export const opencode: Agent = {
  name: 'opencode',
  can: {
    manyTurns: false,
    steers: false,
    asksPermission: false,
    interactive: false,
    resume: true,
    tellsCost: true,
    tellsEvents: true,
  },
  program: {
    name: 'opencode',
    versionArgs: ['--version'],
    oldest: '1.18.33',
    install: 'npm install -g opencode-ai',
  },
  needs: () => needsOfProgram('opencode'),
  login: { title: 'opencode', remedy: 'opencode auth login' },
  plan,
  renderTurn: () => '',
  parseLine: (line) => parseEventLine(line, factsOfOpencode),
  parseErrorLine: retriesOfOpencode,
  transcriptFile: () => null,
  permissionModes: {
    plan: { means: 'changes nothing', skips: false },
    acceptEdits: { means: 'does what its own configuration allows', skips: false },
    auto: { means: 'does everything that is not denied, without asking', skips: true },
    bypassPermissions: { means: 'does everything that is not denied, without asking', skips: true },
  },
  startFiles: (at) => loginFiles(LOGIN, at),
  tellLogin: (at, files) => loginBy(LOGIN, at, files),
};

const LOGIN: LoginSources = {
  variables: ['OPENCODE_API_KEY', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY'],
  files: (at) => [join(folderOf(at, 'XDG_DATA_HOME', '.local/share'), 'opencode', 'auth.json')],
  why: 'a provider of its configuration may have a key of its own',
};

const APPROVING_MODES: ReadonlySet<string> = new Set(['auto', 'bypassPermissions']);

function plan(input: LaunchInput): LaunchPlan {
  const { session, spec, turn, paths, conversationId, resume } = input;
  const approvesAll = spec.writes && APPROVING_MODES.has(spec.permissionMode ?? '');
  return {
    argv: [
      'opencode',
      'run',
      '--format=json',
      // What it tries again it tells nowhere else.
      '--print-logs',
      '--log-level=ERROR',
      ...(resume ? [`--session=${conversationId}`] : []),
      ...(session.model === null ? [] : [`--model=${session.model}`]),
      ...(approvesAll ? ['--auto'] : []),
    ],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      // Added to the person's own configuration. A persona that brings its own replaces it.
      OPENCODE_CONFIG_CONTENT: JSON.stringify(configFor(input)),
      ...environmentFor(input),
    },
    workDir: paths.workDir,
    input: 'prompt',
    files: commonFiles(spec, turn.body),
  };
}

function configFor(input: LaunchInput): object {
  const { spec, paths } = input;
  const server = mcpServer(input);
  return {
    instructions: [join(paths.attemptDir, 'persona.md')],
    ...(server === null ? {} : { mcp: { [MCP_NAME]: localServer(server) } }),
    permission: {
      external_directory: { [join(paths.attemptDir, '**')]: 'allow' },
      ...(server === null ? {} : { [`${MCP_NAME}_*`]: 'allow' }),
      ...(isReadOnly(spec) ? readOnly(spec) : {}),
    },
  };
}

const localServer = ({ command, args }: McpServer): object => ({
  type: 'local',
  command: [command, ...args],
  enabled: true,
});

const isReadOnly = ({ writes, permissionMode }: SessionSpec): boolean => !writes || permissionMode === 'plan';

// Denied rather than asked: a headless run has no person to ask, and the question would end the turn.
function readOnly({ tools }: SessionSpec): object {
  const { all, prefixes } = shellAllowance(tools);
  if (all) return { edit: 'deny' };
  const allowed = prefixes.flatMap((prefix) => [
    [prefix, 'allow'] as const,
    [`${prefix} *`, 'allow'] as const,
  ]);
  return { edit: 'deny', bash: { '*': 'deny', ...Object.fromEntries(allowed) } };
}

import { join } from 'node:path';
import type { Agent, LaunchInput, LaunchPlan } from '../domain/agent/agent.ts';
import type { SessionSpec } from '../domain/session/spec.ts';
import { factsOfCodex } from './codex/events.ts';
import { renderPrompt } from './command.ts';
import { commonFiles, environmentFor, personaFile } from './environment.ts';
import { folderOf, type LoginSources, loginBy, loginFiles } from './login.ts';
import { MCP_NAME, mcpServer, mcpVariables } from './mcp-server.ts';
import { needsOfProgram } from './needs.ts';
import { parseEventLine } from './stream-json.ts';

/**
 * Codex, one process a turn. It cannot take a second prompt, ask for a permission, tell money, or begin a
 * conversation under a name of ours; where its transcript lies cannot be known beforehand. In its read-only
 * sandbox it cannot write to Swarm's folder, so its last words are all that it hands in.
 */
export const codex: Agent = {
  name: 'codex',
  can: {
    manyTurns: false,
    steers: false,
    asksPermission: false,
    interactive: false,
    resume: true,
    tellsCost: false,
    tellsEvents: true,
  },
  program: {
    name: 'codex',
    versionArgs: ['--version'],
    oldest: '0.166.0',
    install: 'npm install -g @openai/codex',
  },
  needs: () => needsOfProgram('codex'),
  login: { title: 'Codex', remedy: 'codex login, or OPENAI_API_KEY' },
  plan,
  renderTurn: () => '',
  parseLine: (line) => parseEventLine(line, factsOfCodex),
  transcriptFile: () => null,
  permissionModes: {
    'read-only': { means: 'changes nothing', skips: false },
    plan: { means: 'changes nothing', skips: false },
    'workspace-write': { means: 'changes files in its folder, in a sandbox', skips: false },
    acceptEdits: { means: 'changes files in its folder, in a sandbox', skips: false },
    'danger-full-access': { means: 'does everything, without a sandbox', skips: true },
    bypassPermissions: { means: 'does everything, without a sandbox', skips: true },
  },
  startFiles: (at) => loginFiles(LOGIN, at),
  tellLogin: (at, files) => loginBy(LOGIN, at, files),
};

const LOGIN: LoginSources = {
  variables: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
  files: (at) => [join(folderOf(at, 'CODEX_HOME', '.codex'), 'auth.json')],
  why: 'a provider of config.toml may have a key of its own, and a login may lie in the keychain',
};

// Linux limits one argument to 128 KiB.
const ARGUMENT_BYTES = 100_000;

function plan(input: LaunchInput): LaunchPlan {
  const { session, spec, turn, paths, conversationId, resume, settings = {} } = input;
  const role = personaFile(spec);
  const told = { personaText: role, schema: null };
  const isShort = Buffer.byteLength(role) <= ARGUMENT_BYTES;
  const sandbox = sandboxOf(spec);
  const schema = settings.schema ?? null;
  return {
    argv: [
      ...['codex', 'exec', '--json', `--sandbox=${sandbox}`],
      ...(sandbox === 'workspace-write' ? [`--add-dir=${paths.attemptDir}`] : []),
      // A login shell would set its own PATH, and our command would not be found.
      ...['-c', 'allow_login_shell=false'],
      ...mcpFlags(input),
      ...(isShort ? ['-c', `developer_instructions=${tomlText(role)}`] : []),
      ...(session.model === null ? [] : [`--model=${session.model}`]),
      ...(schema === null ? [] : [`--output-schema=${join(paths.attemptDir, 'schema.json')}`]),
      ...(resume ? ['resume', conversationId] : []),
      '-',
    ],
    env: environmentFor(input),
    workDir: paths.workDir,
    input: 'prompt',
    files: {
      ...commonFiles(spec, isShort || resume ? turn.body : renderPrompt(told, turn.body)),
      ...(schema === null ? {} : { 'schema.json': schema }),
    },
  };
}

/** Beside the servers of the person's own configuration. Unapproved, a call would fail without a word. */
function mcpFlags(input: LaunchInput): readonly string[] {
  const server = mcpServer(input);
  if (server === null) return [];
  const set = (key: string, value: string): readonly string[] => [
    '-c',
    `mcp_servers.${MCP_NAME}.${key}=${value}`,
  ];
  const list = (texts: readonly string[]): string => `[${texts.map(tomlText).join(',')}]`;
  return [
    ...set('command', tomlText(server.command)),
    ...set('args', list(server.args)),
    ...set('env_vars', list(mcpVariables(input))),
    ...set('default_tools_approval_mode', tomlText('approve')),
  ];
}

const BY_MODE: ReadonlyMap<string, string> = new Map([
  ['read-only', 'read-only'],
  ['workspace-write', 'workspace-write'],
  ['danger-full-access', 'danger-full-access'],
  ['plan', 'read-only'],
  ['bypassPermissions', 'danger-full-access'],
]);

// Always given: without it Codex picks a wider sandbox in folders that a person has trusted before.
const sandboxOf = ({ writes, permissionMode }: SessionSpec): string =>
  writes ? (BY_MODE.get(permissionMode ?? '') ?? 'workspace-write') : 'read-only';

// JSON's text is TOML's too, but for one character.
const tomlText = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f');

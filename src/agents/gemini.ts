import { join } from 'node:path';
import type { Agent, LaunchInput, LaunchPlan } from '../domain/agent/agent.ts';
import type { SessionSpec } from '../domain/session/spec.ts';
import { renderPrompt } from './command.ts';
import { commonFiles, environmentFor, personaFile } from './environment.ts';
import { factsOfGemini } from './gemini/events.ts';
import { retriesOfGemini } from './gemini/retries.ts';
import { folderOf, type LoginSources, loginBy, loginFiles } from './login.ts';
import { needsOfProgram } from './needs.ts';
import { shellAllowance } from './shell-allowance.ts';
import { parseEventLine } from './stream-json.ts';

/**
 * Gemini CLI, one process a turn. It cannot take a second prompt, ask for a permission, tell money, or take a
 * role beside its own system prompt: persona and contract stand before the first task. Where its transcript
 * lies cannot be known beforehand.
 */
export const gemini: Agent = {
  name: 'gemini',
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
    name: 'gemini',
    versionArgs: ['--version'],
    versionMs: 10_000,
    oldest: '0.61.0',
    install: 'npm install -g @google/gemini-cli',
  },
  needs: () => needsOfProgram('gemini'),
  login: { title: 'Gemini CLI', remedy: 'start gemini and choose how, or GEMINI_API_KEY', exitCodes: [41] },
  plan,
  renderTurn: () => '',
  parseLine: (line) => parseEventLine(line, factsOfGemini),
  parseErrorLine: retriesOfGemini,
  transcriptFile: () => null,
  permissionModes: {
    default: { means: 'does not do what it would have to ask for', skips: false },
    plan: { means: 'changes nothing', skips: false },
    auto_edit: { means: 'changes files in its folder without asking', skips: false },
    acceptEdits: { means: 'changes files in its folder without asking', skips: false },
    yolo: { means: 'does everything without asking', skips: true },
    bypassPermissions: { means: 'does everything without asking', skips: true },
  },
  startFiles: (at) => loginFiles(LOGIN, at),
  tellLogin: (at, files) => loginBy(LOGIN, at, files),
};

const LOGIN: LoginSources = {
  variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_GENAI_USE_GCA'],
  files: (at) => [join(folderOf(at, 'GEMINI_CLI_HOME', ''), '.gemini', 'oauth_creds.json')],
  why: 'a login may lie in the keychain',
};

function plan(input: LaunchInput): LaunchPlan {
  const { session, spec, turn, paths, conversationId, resume } = input;
  const told = { personaText: personaFile(spec), schema: null };
  return {
    argv: [
      'gemini',
      '--output-format=stream-json',
      `--${resume ? 'resume' : 'session-id'}=${conversationId}`,
      `--approval-mode=${approvalOf(spec)}`,
      `--policy=${join(paths.attemptDir, 'policy.toml')}`,
      `--include-directories=${paths.attemptDir}`,
      ...(session.model === null ? [] : [`--model=${session.model}`]),
    ],
    env: environmentFor(input),
    workDir: paths.workDir,
    input: 'prompt',
    files: {
      ...commonFiles(spec, resume ? turn.body : renderPrompt(told, turn.body)),
      'policy.toml': renderPolicy(spec),
    },
  };
}

const BY_MODE: ReadonlyMap<string, string> = new Map([
  ['default', 'default'],
  ['auto_edit', 'auto_edit'],
  ['plan', 'plan'],
  ['yolo', 'yolo'],
  ['acceptEdits', 'auto_edit'],
  ['bypassPermissions', 'yolo'],
]);

// Without a screen Gemini cannot ask, so in the mode "default" tools that would ask are not offered.
function approvalOf({ writes, permissionMode }: SessionSpec): string {
  const named = BY_MODE.get(permissionMode ?? '');
  if (writes) return named ?? 'auto_edit';
  return named === 'plan' ? 'plan' : 'default';
}

// Between the CLI's own rules and those of the machine's owner.
const PRIORITY = 100;

/** Shell commands that need no approval: our own, and those that the persona lists. */
function renderPolicy({ tools }: SessionSpec): string {
  const { all, prefixes } = shellAllowance(tools);
  const rules = all ? [renderRule([])] : prefixes.map((prefix) => renderRule([['commandPrefix', prefix]]));
  return rules.join('\n');
}

const renderRule = (more: readonly (readonly [string, string])[]): string =>
  [
    '[[rule]]',
    ...[['toolName', 'run_shell_command'] as const, ...more, ['decision', 'allow'] as const].map(
      ([key, value]) => `${key} = ${JSON.stringify(value)}`,
    ),
    `priority = ${PRIORITY}`,
    '',
  ].join('\n');

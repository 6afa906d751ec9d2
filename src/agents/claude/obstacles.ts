import { dirname, join } from 'node:path';
import type {
  FileFix,
  LoginObservation,
  Obstacle,
  StartContext,
  StartFile,
  StartFiles,
  StartObservation,
} from '../../domain/agent/obstacle.ts';
import { type Fields, fieldsOf, listOf } from '../loose.ts';
import { credentialsFile, settingsFile, stateFile } from './claude-files.ts';

const KEY_CHARS_KEPT = 20;
const BYPASS = 'bypassPermissions';

/** The files that show whether Claude Code would start without a dialog, and whether it is logged in. */
export const startFiles = (at: StartContext): readonly StartFile[] => [
  { path: stateFile(at), look: 'text' },
  ...settingsFiles(at).map((path) => ({ path, look: 'text' }) as const),
  { path: credentialsFile(at), look: 'exists' },
];

const settingsFiles = (at: StartContext): readonly string[] => [
  settingsFile(at),
  join(at.workDir, '.claude', 'settings.json'),
  join(at.workDir, '.claude', 'settings.local.json'),
];

/** The status line that the person has set; the innermost settings win. */
export function statusLineOf(start: StartObservation | undefined): unknown {
  if (!start) return undefined;
  const settings = settingsFiles(start.context).map((path) => parsed(start.files, path)?.statusLine);
  return settings.findLast((line) => line !== undefined);
}

/** Everything that would block its start, in the order in which it would. */
export function foresee(at: StartContext, files: StartFiles): readonly Obstacle[] {
  const broken = [stateFile(at), ...settingsFiles(at)].filter((path) => parsed(files, path) === undefined);
  if (broken.includes(stateFile(at))) return [brokenFile(stateFile(at))];
  const facts = known(at, files);
  const { state, settings } = facts;
  const dialogs =
    at.mode === 'interactive'
      ? [onboarding(at, state), trust(at, state), key(facts), bypassWarning(at, state, settings)]
      : [];
  return [
    ...broken.map(brokenFile),
    ...[...dialogs, bypassAsRoot(at), login(facts)].filter((one) => one !== null),
  ];
}

/** Undefined for a text that is no JSON object; an absent file is an empty one. */
function parsed(files: StartFiles, path: string): Fields | undefined {
  const text = files[path] ?? null;
  if (text === null || text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined;
  } catch {
    return undefined;
  }
}

const definite = (told: Omit<Obstacle, 'isCertain'>): Obstacle => ({ ...told, isCertain: true });

const brokenFile = (path: string): Obstacle =>
  definite({
    code: 'settings-broken',
    what: `${path} is not a JSON object, so Claude Code stops at a dialog or ignores it, hooks and all`,
    remedy: `fix ${path}`,
    fix: null,
  });

const setTrue = (at: StartContext, ...path: readonly string[]): FileFix => ({
  file: stateFile(at),
  path,
  value: true,
});

const onboarding = (at: StartContext, state: Fields): Obstacle | null =>
  state.hasCompletedOnboarding === true
    ? null
    : definite({
        code: 'onboarding',
        what: 'Claude Code has not been set up for this user: it would begin with its welcome dialogs',
        remedy: 'start "claude" once in a terminal and go through them',
        fix: setTrue(at, 'hasCompletedOnboarding'),
      });

function trust(at: StartContext, state: Fields): Obstacle | null {
  const projects = fieldsOf(state.projects);
  const isTrusted = (folder: string): boolean =>
    Object.hasOwn(projects, folder) && fieldsOf(projects[folder]).hasTrustDialogAccepted === true;
  if (trustingFolders(at).some(isTrusted)) return null;
  const folder = at.repository ?? at.workDir;
  return definite({
    code: 'folder-not-trusted',
    what: `Claude Code would ask whether ${folder} can be trusted`,
    remedy: `start "claude" once in ${folder} and answer`,
    fix: setTrue(at, 'projects', folder, 'hasTrustDialogAccepted'),
  });
}

// A worktree is trusted with its repository. Above a repository, only the older version looks further.
function trustingFolders({ workDir, repository }: StartContext): readonly string[] {
  if (repository === null) return upward(workDir);
  const inside = upward(workDir).filter(
    (folder) => folder === repository || folder.startsWith(`${repository}/`),
  );
  return [workDir, repository, ...inside];
}

function upward(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...upward(parent)];
}

function key(facts: StartFacts): Obstacle | null {
  const { at, state } = facts;
  const { env } = at;
  const given = env.ANTHROPIC_API_KEY ?? '';
  if (given === '' || env.ANTHROPIC_AUTH_TOKEN) return null;
  const { approved, rejected } = fieldsOf(state.customApiKeyResponses);
  const kept = given.slice(-KEY_CHARS_KEPT);
  if (listOf(approved).includes(kept)) return null;
  const isRejected = listOf(rejected).includes(kept);
  // An ignored key does no harm beside another login.
  const other = loginOf({ ...facts, at: { ...at, env: { ...env, ANTHROPIC_API_KEY: undefined } } });
  if (isRejected && other.is !== 'missing') return null;
  return definite({
    code: isRejected ? 'key-rejected' : 'key-unknown',
    what: isRejected
      ? 'the key in ANTHROPIC_API_KEY was once refused in a dialog of Claude Code, which ignores it since'
      : 'Claude Code would ask whether to use the key in ANTHROPIC_API_KEY',
    remedy: 'start "claude" once in a terminal and answer, or unset ANTHROPIC_API_KEY',
    // The list contains parts of keys, so a person answers that dialog.
    fix: null,
  });
}

function bypassWarning(at: StartContext, state: Fields, settings: Fields): Obstacle | null {
  if (at.permissionMode !== BYPASS) return null;
  if (state.bypassPermissionsModeAccepted === true || settings.skipDangerousModePermissionPrompt === true) {
    return null;
  }
  return definite({
    code: 'bypass-not-accepted',
    what: `the persona asks for permission mode ${BYPASS}, which Claude Code warns about first`,
    remedy: `choose another permission mode, or start "claude --permission-mode ${BYPASS}" once and answer`,
    fix: null,
  });
}

const bypassAsRoot = ({ permissionMode, isRoot, env }: StartContext): Obstacle | null =>
  permissionMode === BYPASS && isRoot && env.IS_SANDBOX !== '1'
    ? definite({
        code: 'bypass-as-root',
        what: `Claude Code refuses permission mode ${BYPASS} to root`,
        remedy: 'choose another permission mode, or another user',
        fix: null,
      })
    : null;

type StartFacts = Readonly<{ at: StartContext; files: StartFiles; state: Fields; settings: Fields }>;

const known = (at: StartContext, files: StartFiles): StartFacts => ({
  at,
  files,
  state: parsed(files, stateFile(at)) ?? {},
  settings: parsed(files, settingsFile(at)) ?? {},
});

/** Only whether a login exists. Whether it is still valid would take a request. */
export const tellLogin = (at: StartContext, files: StartFiles): LoginObservation => loginOf(known(at, files));

const LOGIN_VARIABLES = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
  'CLAUDE_CODE_USE_FOUNDRY',
];

function loginOf(facts: StartFacts): LoginObservation {
  const { at, state } = facts;
  const by = [...LOGIN_VARIABLES.filter((name) => (at.env[name] ?? '') !== ''), ...loginFiles(facts)][0];
  if (by !== undefined) return { is: 'found', by };
  if (at.platform !== 'darwin') return { is: 'missing' };
  const account = state.oauthAccount === undefined ? '' : ', and an account is named in its state';
  return { is: 'unknown', why: `a login may lie in the keychain, which is not looked into${account}` };
}

const loginFiles = ({ at, files, settings }: StartFacts): readonly string[] => [
  ...((files[credentialsFile(at)] ?? null) === null ? [] : [credentialsFile(at)]),
  ...(settings.apiKeyHelper === undefined ? [] : [`apiKeyHelper of ${settingsFile(at)}`]),
];

function login(facts: StartFacts): Obstacle | null {
  const observation = loginOf(facts);
  // The file names the account after a login; the login itself is in the keychain.
  if (observation.is === 'found' || (observation.is === 'unknown' && facts.state.oauthAccount !== undefined))
    return null;
  return {
    code: 'not-logged-in',
    what: 'no login of Claude Code was found',
    remedy: 'start "claude" and log in, or set ANTHROPIC_API_KEY',
    isCertain: observation.is === 'missing',
    fix: null,
  };
}

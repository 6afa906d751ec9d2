import { SETTING_KEYS, type SettingKey } from './config.ts';
import type { ResolvedConfig } from './config-layers.ts';
import { SECRET_NAMES } from './notify-settings.ts';

const GROUPS = ['timeouts', 'notify', 'log'] as const;
const SINGLE: ReadonlySet<SettingKey> = new Set([
  'retries',
  'failures.backoffCap',
  'limits.sessions',
  'limits.lifetime',
  'limits.sessionDiskWarnMb',
  'limits.sessionDiskMb',
  'limits.totalDiskMb',
  'claude.stretches',
  'claude.allowedTools',
  'agent.wrap',
  'env.pass',
  'budget.runUsd',
  'budget.runTokens',
  'budget.dayUsd',
  'budget.dayTokens',
  'workspace.copy',
  'workspace.install',
  'gate.timeout',
  'queue.lease',
  'mcp.sessions',
  'captureOutput',
  'tmux.keepOnExit',
  'reservations.enforce',
]);

/** Settings that the supervisor goes by, whatever the command has; others the command settles itself. */
const isSupervised = (key: SettingKey): boolean =>
  SINGLE.has(key) || GROUPS.some((group) => key.startsWith(`${group}.`));

/** Settings of a session that the supervisor goes by: they do not travel in its row. */
const OF_SESSION: ReadonlySet<SettingKey> = new Set([
  'timeouts.turn',
  'timeouts.silence',
  'timeouts.output',
  'timeouts.grace',
  'timeouts.start',
  'timeouts.background',
  'timeouts.idleProcess',
  'failures.max',
  'failures.backoffCap',
  'limits.sessionDiskWarnMb',
  'limits.sessionDiskMb',
  'limits.itemsPerSession',
  'limits.messagesPerSession',
  'limits.questionsPerSession',
  'limits.notesPerSession',
  'claude.stretches',
  'claude.allowedTools',
  'agent.wrap',
  'env.pass',
  'budget.warnAt',
  'workspace.copy',
  'workspace.install',
  'mcp.sessions',
  'captureOutput',
  'tmux.keepOnExit',
]);

/** Those of these settings that one session cannot have for itself. */
export const listNotOfOneSession = (keys: readonly string[]): readonly string[] =>
  keys.filter((key) => (OF_SESSION as ReadonlySet<string>).has(key));

type Env = Readonly<Record<string, string | undefined>>;
type Hash = (text: string) => string;

/** What a supervisor goes by, so that a command can compare and nothing can be read from it. */
export type Fingerprints = Readonly<Record<string, string>>;

export const fingerprintsOf = (
  { values }: Pick<ResolvedConfig, 'values'>,
  env: Env,
  hash: Hash,
): Fingerprints =>
  Object.fromEntries([
    ...SETTING_KEYS.filter(isSupervised).map((key) => [key, hash(JSON.stringify(values[key]))] as const),
    ...Object.values(SECRET_NAMES).map((name) => [name, hash(env[name] ?? '')] as const),
  ]);

/** Settings of this command, wherever they come from, that the supervisor which runs does not go by. */
export const listUnobeyedKeys = (
  { values }: Pick<ResolvedConfig, 'values'>,
  { goesBy, hash }: Readonly<{ goesBy: Fingerprints; hash: Hash }>,
): readonly SettingKey[] =>
  SETTING_KEYS.filter(
    (key) => goesBy[key] !== undefined && goesBy[key] !== hash(JSON.stringify(values[key])),
  );

/** Variables of this command, its `--set` among them, that the supervisor which runs was started without. */
export function listUnobeyed(
  { shown, values }: Pick<ResolvedConfig, 'shown' | 'values'>,
  env: Env,
  supervisor: Readonly<{ goesBy: Fingerprints; hash: Hash }>,
): readonly string[] {
  const { goesBy, hash } = supervisor;
  const differs = (name: string, text: string): boolean =>
    goesBy[name] !== undefined && goesBy[name] !== hash(text);
  const settings = shown.flatMap(({ key, origin }) =>
    origin.from === 'environment' && differs(key, JSON.stringify(values[key])) ? [origin.name] : [],
  );
  const secrets = Object.values(SECRET_NAMES).filter((name) => env[name] && differs(name, env[name] ?? ''));
  return [...settings, ...secrets];
}

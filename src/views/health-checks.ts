import type { Config } from '../contract/config.ts';
import { FULL_DISK } from '../domain/disk/room.ts';
import { type ConfigChange, describeChanges } from '../domain/git/command-keys.ts';
import type { ChannelObservation } from '../domain/notification/notice.ts';
import type { Channel } from '../domain/notification/notification.ts';
import { type Pause, pauseText } from '../domain/pause/pause.ts';
import type { ServiceObservation } from '../domain/supervisor/service.ts';
import type { TrustOrigin } from '../domain/trust/runnable.ts';
import type { Check } from './check-list.ts';
import { moneyWords, stretchWords } from './session-limits.ts';
import { BECAUSE } from './trust-text.ts';
import { visibleLine } from './visible-text.ts';

/** What was seen, or why it could not be. */
export type Observed<T> =
  | Readonly<{ is: 'seen'; value: T }>
  | Readonly<{ is: 'trouble'; problem: string; hint: string }>;

const OLDEST_NODE = [20, 19] as const;
const LITTLE_SPACE_MB = 1024;
const NO_SPACE_MB = 100;
const TRY_CHANNEL = 'try it: swarm notify test';

export const okCheck = (name: string, found: string): Check => ({ name, is: 'ok', found, remedy: '' });

/** What was seen becomes a check; a trouble is bad, whatever was looked for. */
export function checkObserved<T>(name: string, observed: Observed<T>, check: (value: T) => Check): Check {
  if (observed.is === 'seen') return check(observed.value);
  return { name, is: 'bad', found: observed.problem, remedy: observed.hint };
}

export function checkNode(version: string): Check {
  if (isAtLeast(version, OLDEST_NODE)) return okCheck('node', version);
  const remedy = `install Node ${OLDEST_NODE.join('.')} or newer`;
  return { name: 'node', is: 'bad', found: version, remedy };
}

export type NeededProgram = Readonly<{
  program: string;
  needed: readonly [number, number];
  is: 'warn' | 'bad';
}>;

/** `said` is what the program tells of its version; null where there is no such program. */
export function checkVersion({ program, needed, is }: NeededProgram, said: string | null): Check {
  const wanted = needed.join('.');
  const remedy = `install ${program} ${wanted} or newer (apt install ${program}, brew install ${program})`;
  if (said === null) return { name: program, is, found: 'not found', remedy };
  const isGood = !/\d+\.\d+/.test(said) || isAtLeast(said, needed);
  return isGood ? okCheck(program, said) : { name: program, is, found: said, remedy };
}

function isAtLeast(version: string, [needMajor, needMinor]: readonly [number, number]): boolean {
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) > needMajor || (Number(major) === needMajor && Number(minor) >= needMinor);
}

export type ProjectObservation = Readonly<{
  folder: string;
  found: Readonly<{ root: string; because: string }> | null;
}>;

export const checkProject = ({ folder, found }: ProjectObservation): Check =>
  found === null
    ? { name: 'project', is: 'bad', found: `none in ${folder} or above it`, remedy: 'swarm init' }
    : okCheck('project', `${found.root} (${found.because})`);

/** Nothing where git's configuration runs what it ran when the person last accepted it. */
export function checkKeyChanges(observed: Observed<readonly ConfigChange[]>): readonly Check[] {
  if (observed.is === 'trouble' || observed.value.length === 0) return [];
  const found = `changed since you trusted it, and not obeyed by Swarm: ${describeChanges(observed.value)}`;
  const remedy = 'look at .git/config; if it is right: swarm trust';
  return [{ name: 'git config', is: 'warn', found: visibleLine(found), remedy }];
}

export const checkTrust = (origin: TrustOrigin | null): Check =>
  origin === null
    ? { name: 'trust', is: 'warn', found: 'not trusted: nothing of it runs', remedy: 'swarm trust' }
    : okCheck('trust', BECAUSE[origin]);

export function checkConfig({
  file,
  warnings: [warning],
}: Readonly<{ file: string | null; warnings: readonly string[] }>): Check {
  if (warning) return { name: 'config', is: 'warn', found: warning, remedy: 'swarm config show' };
  return okCheck('config', file ?? 'defaults (no swarm.config.json)');
}

export type StoreObservation = Readonly<{ where: string; liveSessions: number; pause: Pause | null }>;

export const checkStore = ({ where, liveSessions }: StoreObservation): Check =>
  okCheck('store', `${where}, ${liveSessions} live sessions`);

/** Nothing where the project is not paused, or where that could not be seen: the store's check says why. */
export function checkPause(observed: Observed<StoreObservation>): readonly Check[] {
  if (observed.is === 'trouble' || observed.value.pause === null) return [];
  return [{ name: 'pause', is: 'warn', found: pauseText(observed.value.pause), remedy: 'swarm unpause' }];
}

/** Its process, and what keeps it from its work. */
export type SupervisorObservation = Readonly<{ pid: number; trouble?: string | undefined }>;

export type Served = Readonly<{
  liveSessions: number;
  /** Only a supervisor can hold a limit of memory on this machine. */
  isMemoryWatched: boolean;
}>;

export function checkSupervisor(
  seen: SupervisorObservation | null,
  { liveSessions, isMemoryWatched }: Served,
): Check {
  const runs = seen === null ? '' : `runs (pid ${seen.pid})`;
  if (seen?.trouble) {
    // It works by the settings before; what to do about it stands in the words.
    const [is, remedy] =
      seen.trouble === FULL_DISK ? (['bad', 'free some: swarm clean'] as const) : (['warn', ''] as const);
    return { name: 'supervisor', is, found: `${runs}. ${seen.trouble}`, remedy };
  }
  if (seen !== null) return okCheck('supervisor', runs);
  if (liveSessions === 0) return okCheck('supervisor', 'not running; starts when it is needed');
  const sessions = `${liveSessions} live ${liveSessions === 1 ? 'session waits' : 'sessions wait'}`;
  const unheld = isMemoryWatched ? '; no limit of memory holds meanwhile, as it would watch them' : '';
  const found = `not running, and ${sessions} for it${unheld}`;
  return { name: 'supervisor', is: 'warn', found, remedy: 'swarm supervisor start' };
}

/** A note at most: work is lost by no reboot, it only waits for the next command. */
export function checkService(service: ServiceObservation | null): Check {
  const note = (found: string, remedy = ''): Check => ({ name: 'service', is: 'note', found, remedy });
  if (service === null)
    return note('neither systemd nor launchd: after a reboot, the next command starts it');
  const { file, is } = service;
  if (is === 'installed') return okCheck('service', `starts with the machine (${file})`);
  if (is === 'foreign') return note(`${file} is not Swarm's`);
  if (is === 'disabled') return note(`${file} is there and not enabled`, 'swarm supervisor install');
  return note('after a reboot, the next command starts it; by itself: swarm supervisor install');
}

/** The budgets of a project, and the agent CLIs that a budget of money cannot stop. */
export function checkBudget(budget: Config['budget'], silent: readonly string[]): Check {
  const limits = [
    ...limitsOf('session', budget.sessionUsd, budget.sessionTokens),
    ...limitsOf('run', budget.runUsd, budget.runTokens),
    ...limitsOf('day', budget.dayUsd, budget.dayTokens),
  ];
  const found = limits.length === 0 ? 'none' : limits.join(', ');
  const note = `budgets of money do not stop ${silent.join(', ')}: no cost is told`;
  return okCheck('budget', silent.length === 0 ? found : `${found}; ${note}`);
}

/** How far a session of Claude Code goes by itself. */
export const checkClaudeLimits = (config: Pick<Config, 'claude' | 'budget'>): Check =>
  okCheck('claude limits', `${moneyWords(config)}; ${stretchWords(config.claude, null)}`);

const limitsOf = (of: string, usd: number | null, tokens: number | null): readonly string[] => [
  ...(usd === null ? [] : [`$${usd} per ${of}`]),
  ...(tokens === null ? [] : [`${tokens} tokens per ${of}`]),
];

export type SeenChannel = Readonly<{ channel: Channel; observation: ChannelObservation }>;

/** Each channel that is set up, as seen from this environment. */
export function checkChannels(channels: readonly SeenChannel[]): readonly Check[] {
  if (channels.length > 0) return channels.map(checkChannel);
  const found = 'no channel is set up: questions wait in "swarm questions"';
  return [{ name: 'notify', is: 'note', found, remedy: '' }];
}

function checkChannel({ channel, observation }: SeenChannel): Check {
  const name = `notify ${channel}`;
  if (observation.is === 'lacking')
    return { name, is: 'warn', found: observation.what, remedy: observation.remedy };
  if (observation.warning === null) return okCheck(name, observation.by);
  return { name, is: 'warn', found: `${observation.by}; ${observation.warning}`, remedy: TRY_CHANNEL };
}

export function checkDisk(freeMb: number): Check {
  const is = freeMb < NO_SPACE_MB ? 'bad' : freeMb < LITTLE_SPACE_MB ? 'warn' : 'ok';
  return {
    name: 'disk',
    is,
    found: `${freeMb} MB free`,
    remedy: is === 'ok' ? '' : 'free some: swarm clean',
  };
}

/** A folder that a setting names, and what is wrong with it. */
export type BadFolder = Readonly<{ setting: string; path: string; problem: string }>;

export const checkFolder = ({ setting, path, problem }: BadFolder): Check => ({
  name: setting,
  is: 'bad',
  found: `${path} ${problem}`,
  remedy: 'swarm config show',
});

import type { Config } from '../contract/config.ts';
import type { ChannelSight } from '../domain/notification/notice.ts';
import type { Channel } from '../domain/notification/notification.ts';
import { type Pause, pauseText } from '../domain/pause/pause.ts';
import type { Check } from './check-list.ts';

/** What was seen, or why it could not be. */
export type Sighted<T> =
  | Readonly<{ is: 'seen'; value: T }>
  | Readonly<{ is: 'trouble'; problem: string; hint: string }>;

const OLDEST_NODE = [20, 19] as const;
const LITTLE_SPACE_MB = 1024;
const NO_SPACE_MB = 100;
const TRY_CHANNEL = 'try it: swarm notify test';

export const okCheck = (name: string, found: string): Check => ({ name, is: 'ok', found, remedy: '' });

/** What was seen becomes a check; a trouble is bad, whatever was looked for. */
export function checkSighted<T>(name: string, sighted: Sighted<T>, check: (value: T) => Check): Check {
  if (sighted.is === 'seen') return check(sighted.value);
  return { name, is: 'bad', found: sighted.problem, remedy: sighted.hint };
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

export type ProjectSight = Readonly<{
  folder: string;
  found: Readonly<{ root: string; because: string }> | null;
}>;

export const checkProject = ({ folder, found }: ProjectSight): Check =>
  found === null
    ? { name: 'project', is: 'bad', found: `none in ${folder} or above it`, remedy: 'swarm init' }
    : okCheck('project', `${found.root} (${found.because})`);

export function checkConfig({
  file,
  warnings: [warning],
}: Readonly<{ file: string | null; warnings: readonly string[] }>): Check {
  if (warning) return { name: 'config', is: 'warn', found: warning, remedy: 'swarm config show' };
  return okCheck('config', file ?? 'defaults (no swarm.config.json)');
}

export type StoreSight = Readonly<{ where: string; liveSessions: number; pause: Pause | null }>;

export const checkStore = ({ where, liveSessions }: StoreSight): Check =>
  okCheck('store', `${where}, ${liveSessions} live sessions`);

/** Nothing where the project is not paused, or where that could not be seen: the store's check says why. */
export function checkPause(sighted: Sighted<StoreSight>): readonly Check[] {
  if (sighted.is === 'trouble' || sighted.value.pause === null) return [];
  return [{ name: 'pause', is: 'warn', found: pauseText(sighted.value.pause), remedy: 'swarm unpause' }];
}

export const checkSupervisor = (pid: number | null): Check =>
  okCheck('supervisor', pid === null ? 'not running; starts when it is needed' : `runs (pid ${pid})`);

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

const limitsOf = (of: string, usd: number | null, tokens: number | null): readonly string[] => [
  ...(usd === null ? [] : [`$${usd} per ${of}`]),
  ...(tokens === null ? [] : [`${tokens} tokens per ${of}`]),
];

export type SeenChannel = Readonly<{ channel: Channel; sight: ChannelSight }>;

/** Each channel that is set up, as seen from this environment. */
export function checkChannels(channels: readonly SeenChannel[]): readonly Check[] {
  if (channels.length > 0) return channels.map(checkChannel);
  const found = 'no channel is set up: questions wait in "swarm questions"';
  return [{ name: 'notify', is: 'note', found, remedy: '' }];
}

function checkChannel({ channel, sight }: SeenChannel): Check {
  const name = `notify ${channel}`;
  if (sight.is === 'lacking') return { name, is: 'warn', found: sight.what, remedy: sight.remedy };
  if (sight.warning === null) return okCheck(name, sight.by);
  return { name, is: 'warn', found: `${sight.by}; ${sight.warning}`, remedy: TRY_CHANNEL };
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
export type BadPlace = Readonly<{ setting: string; path: string; problem: string }>;

export const checkPlace = ({ setting, path, problem }: BadPlace): Check => ({
  name: setting,
  is: 'bad',
  found: `${path} ${problem}`,
  remedy: 'swarm config show',
});

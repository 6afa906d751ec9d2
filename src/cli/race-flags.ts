import { UsageError } from '../contract/usage-error.ts';
import { durationMs, type Flag } from './flag.ts';

const MOST = 20;

/** "3" or "claude,codex": the agent CLI of each rival, null for the persona's own. */
function readRivals(text: string): readonly (string | null)[] | undefined {
  if (!/^\d{1,3}$/.test(text)) {
    const names = text.split(',').map((name) => name.trim());
    return names.length > 1 && names.every((name) => name !== '') ? names : undefined;
  }
  const count = Number(text);
  return count >= 2 && count <= MOST ? Array.from({ length: count }, () => null) : undefined;
}

const rivals = {
  read: readRivals,
  expected: `a number from 2 to ${MOST}, or agent CLIs such as claude,codex`,
};

/** Several sessions at one task, of which one wins. */
export const RACE_FLAGS: readonly Flag[] = [
  {
    name: 'race',
    key: 'race',
    value: 'number|clis',
    about: 'So many sessions at this task, a worktree each; the first accepted success wins',
    ...rivals,
  },
  {
    name: 'best-of',
    key: 'bestOf',
    value: 'number|clis',
    about: 'The same, but a judge compares all that is accepted',
    ...rivals,
  },
  {
    name: 'judge',
    key: 'judge',
    value: 'persona',
    about: 'With --best-of: who compares (reviewer)',
    offers: 'persona',
  },
  {
    name: 'gate',
    key: 'gate',
    value: 'command',
    about: 'In a race: must succeed in the worktree of a success before it counts; may be run twice',
  },
  { name: 'staged', key: 'staged', about: 'In a race: the next starts when the one before is red or slow' },
  {
    name: 'staged-after',
    key: 'stageMs',
    value: 'duration',
    about: 'The same: slow is what has taken so long (race.stage)',
    ...durationMs,
  },
];

export type RaceFlags = Readonly<{
  race?: readonly (string | null)[] | undefined;
  bestOf?: readonly (string | null)[] | undefined;
  judge?: string | undefined;
  gate?: string | undefined;
  staged: boolean;
  stageMs?: number | undefined;
}>;

type RaceWish = Readonly<{ clis: readonly (string | null)[]; judge: string | undefined }>;

const JUDGE = 'reviewer';

/** What the flags ask for together; null where they ask for no race. */
export function raceOf({ race, bestOf, judge, gate, staged, stageMs }: RaceFlags): RaceWish | null {
  const clis = race ?? bestOf;
  const isStaged = staged || stageMs !== undefined;
  if (race && bestOf)
    throw new UsageError('--race and --best-of are two kinds of race: one of them', { key: 'race' });
  if (judge !== undefined && !bestOf) throw new UsageError('--judge goes with --best-of', { key: 'judge' });
  if (isStaged && bestOf)
    throw new UsageError('--staged goes with --race: a judge compares all of them', { key: 'staged' });
  if (clis) return { clis, judge: bestOf ? (judge ?? JUDGE) : undefined };
  if (gate !== undefined) throw new UsageError('--gate goes with --race or --best-of', { key: 'gate' });
  if (isStaged) throw new UsageError('--staged goes with --race', { key: 'staged' });
  return null;
}

/** Work that goes on after a turn has ended, and whose end wakes the agent: as its CLI tells of it. */
export type BackgroundWork = Readonly<{
  id: string;
  kind: 'command' | 'agent' | 'wake-up' | 'task';
  text: string;
  /** When it ends by itself; null where that is not known. */
  dueAt: number | null;
}>;

/** What an agent waits for between two turns. */
export type Awaited = BackgroundWork & Readonly<{ since: number }>;

const isWakeUp = ({ kind }: BackgroundWork): boolean => kind === 'wake-up';

/** All that is told of now; what was known before keeps its time. */
export function replaceAwaited(
  before: readonly Awaited[],
  told: readonly BackgroundWork[],
  { at, keepsWakeUps }: Readonly<{ at: number; keepsWakeUps: boolean }>,
): readonly Awaited[] {
  const kept = keepsWakeUps ? before.filter(isWakeUp) : [];
  const since = new Map(before.map((one) => [one.id, one.since]));
  return [...kept, ...told.map((one) => ({ ...one, since: since.get(one.id) ?? at }))];
}

export const addAwaited = (
  before: readonly Awaited[],
  work: BackgroundWork,
  at: number,
): readonly Awaited[] => [
  ...before.filter(({ id }) => id !== work.id),
  { ...work, since: before.find(({ id }) => id === work.id)?.since ?? at },
];

/** In one line, for people. */
export const awaitedText = (awaited: readonly Awaited[]): string =>
  awaited.map(({ kind, text }) => (text === '' ? kind : `${kind} "${text}"`)).join(', ');

import type { IconName } from './icon.tsx';

export type Entry = Readonly<{ path: string; label: string; icon: IconName; keys: string }>;

/** The pages that the navigation offers, in its order. */
export const ENTRIES: readonly Entry[] = [
  { path: '/', label: 'Overview', icon: 'overview', keys: 'g o' },
  { path: '/questions', label: 'Questions', icon: 'questions', keys: 'g a' },
  { path: '/queue', label: 'Queue', icon: 'queue', keys: 'g q' },
  { path: '/runs', label: 'Runs', icon: 'runs', keys: 'g r' },
  { path: '/loops', label: 'Loops', icon: 'loops', keys: 'g l' },
  { path: '/usage', label: 'Usage', icon: 'usage', keys: 'g u' },
  { path: '/participants', label: 'Participants', icon: 'people', keys: 'g p' },
  { path: '/mail', label: 'Mail', icon: 'mail', keys: 'g m' },
  { path: '/search', label: 'Search', icon: 'search', keys: 'g s' },
];

/** `/sessions/a` belongs to the overview, `/runs/a` and `/races/a` to the runs. */
export function isCurrent(entry: Entry, at: string): boolean {
  if (entry.path === '/') return at === '/' || at.startsWith('/sessions');
  if (entry.path === '/runs' && at.startsWith('/races/')) return true;
  return at === entry.path || at.startsWith(`${entry.path}/`);
}

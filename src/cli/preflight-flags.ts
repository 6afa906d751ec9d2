import { parseValues } from '../contract/preflight.ts';
import type { Flag } from './flag.ts';

const several = {
  read: parseValues,
  gather: (values: readonly unknown[]): unknown => values.flat(),
};

/** What one is about to work on. */
export const SCOPE_FLAGS: readonly Flag[] = [
  { name: 'track', key: 'track', value: 'name', about: 'Stream of work that it belongs to' },
  {
    name: 'files',
    key: 'files',
    value: 'glob,…',
    about: 'Files to be changed, from the repository on',
    ...several,
  },
  { name: 'items', key: 'items', value: 'id,…', about: 'Work items to be done', ...several },
];

import { cpuCount, type Flag, memoryMb, wholeNumber } from './flag.ts';

/** What the processes of a session may take of the machine. */
export const RESOURCE_FLAGS: readonly Flag[] = [
  {
    name: 'memory',
    key: 'memoryMb',
    value: 'amount',
    about: 'Memory of all its processes, as 2g; above it the session fails',
    ...memoryMb,
  },
  { name: 'cpus', key: 'cpus', value: 'number', about: 'CPUs that it may keep busy, as 1.5', ...cpuCount },
  {
    name: 'processes',
    key: 'processes',
    value: 'number',
    about: 'Processes and threads that it may have',
    ...wholeNumber,
  },
  {
    name: 'open-files',
    key: 'openFiles',
    value: 'number',
    about: 'Files that each of its processes may have open',
    ...wholeNumber,
  },
];

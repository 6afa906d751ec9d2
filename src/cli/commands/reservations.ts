import { renderReservations } from '../../views/reservation-list.ts';
import { command } from '../command.ts';
import { asList, durationMs } from '../flag.ts';

const GLOBS = { name: 'glob', key: 'globs', gather: asList } as const;

export const reserve = command({
  name: 'reserve',
  summary: 'Reserve files, so that others know who works on them',
  about:
    'Globs are relative to the root of the repository. The first one wins; the second is told who it was.',
  examples: ['swarm reserve "src/api/**"', 'swarm reserve docs/*.md --for 2h --reason "a new chapter"'],
  words: [{ ...GLOBS, about: 'Files, as globs' }],
  flags: [
    { name: 'for', key: 'forMs', value: 'duration', ...durationMs, about: 'Ends by itself after so long' },
    { name: 'shared', key: 'shared', about: 'Others may share them, and none reserve them alone' },
    { name: 'everything', key: 'everything', about: 'A glob that names every file is meant so' },
    { name: 'reason', key: 'reason', value: 'text', about: 'What for' },
  ],
  show: { 'reservation.add': renderReservations },
});

export const release = command({
  name: 'release',
  summary: 'Release files that you have reserved',
  examples: ['swarm release "src/api/**"', 'swarm release --all'],
  words: [{ ...GLOBS, isOptional: true, about: 'Globs as you reserved them' }],
  flags: [{ name: 'all', key: 'all', about: 'Everything that you have reserved' }],
  show: { 'reservation.release': renderReservations },
});

export const reservations = command({
  name: 'reservations',
  summary: 'List which files are reserved, and by whom',
  examples: ['swarm reservations', 'swarm reservations src/api/login.ts', 'swarm reservations --json'],
  words: [
    {
      name: 'path',
      key: 'paths',
      gather: asList,
      isOptional: true,
      about: 'Only those that apply to these files, from the root of the repository on',
    },
  ],
  onlyReads: true,
  show: { 'reservation.list': renderReservations },
});

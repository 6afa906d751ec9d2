import { renderTakeover } from '../../views/takeover-text.ts';
import { command } from '../command.ts';

export const takeOver = command({
  name: 'take-over',
  summary: 'Take over from a participant that is quiet in every way',
  about:
    'Shows what is known of it. With --yes its uncommitted work is saved and what it held is free again.',
  examples: ['swarm take-over BlueLake-1735689600123', 'swarm take-over BlueLake-1735689600123 --yes'],
  words: [{ name: 'participant', key: 'participant', about: 'Its id, as swarm participants shows it' }],
  flags: [{ name: 'yes', key: 'yes', about: 'Do it' }],
  show: { 'participant.take-over': renderTakeover },
});

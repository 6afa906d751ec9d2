import { renderParticipant, renderParticipants } from '../../views/participant-list.ts';
import { command } from '../command.ts';

export const join = command({
  name: 'join',
  summary: 'Join the project as a participant',
  about: 'For an agent or a person whom Swarm did not start. One process is one participant.',
  examples: ['swarm join', 'swarm join --name BlueLake --track "the new API"'],
  flags: [
    { name: 'name', key: 'name', value: 'name', about: 'Your name; left out, one is picked' },
    { name: 'track', key: 'track', value: 'text', about: 'The stream of work that you are on' },
    { name: 'cli', key: 'cli', value: 'name', about: 'Which agent CLI you are; left out, it is looked for' },
    {
      name: 'conversation',
      key: 'conversation',
      value: 'id',
      about: "Your CLI's own id of the conversation",
    },
  ],
  show: { 'participant.join': renderParticipant },
});

export const leave = command({
  name: 'leave',
  summary: 'Leave the project: release what you reserved and claimed',
  examples: ['swarm leave'],
  show: { 'participant.leave': ({ id }) => `${id} has left\n` },
});

export const whoami = command({
  name: 'whoami',
  summary: 'Show which participant you are',
  examples: ['swarm whoami', 'swarm whoami --json'],
  onlyReads: true,
  show: { 'participant.whoami': renderParticipant },
});

export const participants = command({
  name: 'participants',
  summary: 'List who is at work in the project',
  examples: ['swarm participants', 'swarm participants BlueLake', 'swarm participants --all --json'],
  words: [{ name: 'name', key: 'name', isOptional: true, about: 'Only those that are called so' }],
  flags: [{ name: 'all', key: 'all', about: 'Those that ended within the last half hour too' }],
  onlyReads: true,
  show: { 'participant.list': renderParticipants },
});

export const heartbeat = command({
  name: 'heartbeat',
  summary: 'Tell that you are still at work',
  examples: ['swarm heartbeat'],
  show: { 'participant.touch': ({ id }) => `${id} is at work\n` },
});

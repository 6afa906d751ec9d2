import { renderMessage, renderMessageTable } from '../../views/message-list.ts';
import { command } from '../command.ts';
import { wholeNumber } from '../flag.ts';

const MESSAGE = { name: 'message', key: 'messageId', about: 'Id of a message (swarm messages)' } as const;

export const messages = command({
  name: 'messages',
  summary: 'List the messages between the roles of a run, with their receipts',
  about: 'Without a run, lists those of the newest one. With --dead, lists the dead letters of all runs.',
  examples: [
    'swarm messages',
    'swarm messages 1763400000000 --role reviewer',
    'swarm messages --dead --json',
  ],
  words: [
    { name: 'run', key: 'runId', about: 'Id of a run (swarm runs)', isOptional: true, offers: 'session' },
  ],
  flags: [
    { name: 'dead', key: 'isDeadLetter', about: 'Only dead letters: not routed, with the reason' },
    { name: 'role', key: 'role', value: 'role', about: 'Only those from or to this role' },
    { name: 'limit', key: 'limit', value: 'n', about: 'At most so many, the newest (50)', ...wholeNumber },
  ],
  show: { 'message.list': renderMessageTable },
});

export const messagesShow = command({
  name: 'messages show',
  summary: 'Show one message in full',
  examples: ['swarm messages show m-0123456789ab'],
  words: [MESSAGE],
  show: { 'message.show': renderMessage },
});

export const messagesRequeue = command({
  name: 'messages requeue',
  summary: 'Route a dead letter again',
  about: 'It counts as sent now: a message of the role whose turn it is moves the run.',
  examples: ['swarm messages requeue m-0123456789ab --to reviewer'],
  words: [MESSAGE],
  flags: [{ name: 'to', key: 'to', value: 'role', about: 'Who it is for, instead of whom it names' }],
  show: {
    'message.requeue': ({ id, toRole }) =>
      `✅ Message ${id} is on its way${toRole === null ? '' : ` to ${toRole}`}\n`,
  },
});

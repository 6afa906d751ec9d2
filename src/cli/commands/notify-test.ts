import { TestChannels } from '../../contract/notify.ts';
import { CHANNELS } from '../../contract/notify-settings.ts';
import { oneLine } from '../../views/one-line.ts';
import { command } from '../command.ts';
import { reply } from '../reply.ts';

export const notifyTest = command({
  name: 'notify test',
  summary: 'Send a test notification to one channel, or to all that are set up',
  about:
    'Sends with the environment of this command; the supervisor uses the one that it was\n' +
    'started with. Secrets come from SWARM_NOTIFY_WEBHOOK_URL, SWARM_SMTP_USER and SWARM_SMTP_PASSWORD.\n' +
    'Exits 1 when one of them could not be sent.',
  examples: ['swarm notify test', 'swarm notify test webhook'],
  words: [
    {
      name: 'channel',
      key: 'channel',
      isOptional: true,
      about: `One of ${CHANNELS.join(', ')}; left out: all of notify.channels`,
      offers: CHANNELS,
    },
  ],
  input: TestChannels,
  run: async (host, input) => {
    const tested = await host.ask('notify.test', input);
    if (!tested.ok) return tested;
    const isSent = tested.value.every(({ end }) => end.is === 'sent');
    return reply('notify.test', tested.value, { exitCode: isSent ? 0 : 1 });
  },
  show: {
    'notify.test': (tested) =>
      tested
        .map(({ channel, end }) =>
          end.is === 'sent' ? `✅ ${channel}: sent\n` : `❌ ${channel}: ${oneLine(end.problem)}\n`,
        )
        .join(''),
  },
});

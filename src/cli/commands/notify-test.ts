import * as z from 'zod/mini';
import { CHANNELS } from '../../contract/notify-settings.ts';
import { UsageError } from '../../contract/usage-error.ts';
import { oneLine } from '../../views/one-line.ts';
import { answered, localCommand } from '../command.ts';

export const notifyTest = localCommand({
  asks: 'anyone',
  name: 'notify test',
  summary: 'Send a test word by one channel, or by all that are set up',
  about:
    'Sends from here, with the environment of this command; the supervisor has the one that it was\n' +
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
  input: z.object({ channel: z.optional(z.enum(CHANNELS)) }),
  run: async (host, { channel }) => {
    const ends = await host.testChannels(channel ?? null);
    if (ends.length > 0) return answered(ends);
    throw new UsageError('No channel is set up', {
      hint: `Name some in notify.channels of swarm.config.json: ${CHANNELS.join(', ')}`,
    });
  },
  show: (ends) =>
    ends
      .map(({ channel, end }) =>
        end.is === 'sent' ? `✅ ${channel}: sent\n` : `❌ ${channel}: ${oneLine(end.problem)}\n`,
      )
      .join(''),
  json: (ends) =>
    ends.map(({ channel, end }) => ({
      channel,
      sent: end.is === 'sent',
      problem: end.is === 'sent' ? null : end.problem,
    })),
  exitCode: (ends) => (ends.every(({ end }) => end.is === 'sent') ? 0 : 1),
});

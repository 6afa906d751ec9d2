import { hostname } from 'node:os';
import type { ChannelEnd } from '../cli/host.ts';
import type { Config } from '../contract/config.ts';
import type { Channel } from '../domain/notification/notification.ts';
import type { Env } from './project.ts';
import { wireNotifier } from './wire-notifier.ts';

/** Sends a word that is about nothing, by one channel or by all that are set up. */
export async function testChannels(
  { config, root }: Readonly<{ config: Config; root: string }>,
  env: Env,
  channel: Channel | null,
): Promise<readonly ChannelEnd[]> {
  const notifier = wireNotifier({ config, pass: null }, env);
  const notice = {
    title: 'Swarm: a test',
    parts: [
      {
        heading: `${root} on ${hostname()}`,
        text: 'You would hear of questions here.',
        hint: 'swarm questions',
      },
    ],
  };
  const channels = channel === null ? config.notify.channels : [channel];
  return Promise.all(channels.map(async (one) => ({ channel: one, end: await notifier.send(one, notice) })));
}

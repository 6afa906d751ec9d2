import type { Config } from '../contract/config.ts';
import type { Channel } from '../domain/notification/notification.ts';
import type { Notifier } from '../runtime/notify/notifier.ts';
import type { Check } from '../views/check-list.ts';

const TEST = 'try it: swarm notify test';

/** Each channel that is set up, as seen from this environment. */
export async function checkNotify(
  { notify }: Pick<Config, 'notify'>,
  notifier: Pick<Notifier, 'observe'>,
): Promise<readonly Check[]> {
  if (notify.channels.length > 0) {
    return Promise.all(notify.channels.map((channel) => checkChannel(channel, notifier)));
  }
  const found = 'no channel is set up: questions wait in "swarm questions"';
  return [{ name: 'notify', is: 'note', found, remedy: '' }];
}

async function checkChannel(channel: Channel, notifier: Pick<Notifier, 'observe'>): Promise<Check> {
  const name = `notify ${channel}`;
  const sight = await notifier.observe(channel);
  if (sight.is === 'lacking') return { name, is: 'warn', found: sight.what, remedy: sight.remedy };
  if (sight.warning === null) return { name, is: 'ok', found: sight.by, remedy: '' };
  return { name, is: 'warn', found: `${sight.by}; ${sight.warning}`, remedy: TEST };
}

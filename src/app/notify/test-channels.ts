import { TestChannels } from '../../contract/notify.ts';
import { CHANNELS } from '../../contract/notify-settings.ts';
import type { SendEnd } from '../../domain/notification/notice.ts';
import type { Channel } from '../../domain/notification/notification.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Notifier } from '../../runtime/notify/notifier.ts';
import { renderTestNotice } from '../../views/notice.ts';
import { folderVerb } from '../verb.ts';

export type TestChannelsDeps = Readonly<{
  /** The channels that the project has set up, and the way to them. */
  openNotifier: () => Promise<
    Readonly<{ channels: readonly Channel[]; notifier: Pick<Notifier, 'send'>; root: string; host: string }>
  >;
}>;

export type TestedChannel = Readonly<{ channel: Channel; end: SendEnd }>;

/** Sends a notification that is about nothing, by one channel or by all that are set up. */
export async function testChannels(
  { openNotifier }: TestChannelsDeps,
  { channel }: TestChannels,
): Promise<Outcome<readonly TestedChannel[]>> {
  const { channels, notifier, root, host } = await openNotifier();
  const wanted = channel === undefined ? channels : [channel];
  if (wanted.length === 0) return refuse({ code: 'no-channel', known: CHANNELS });
  const notice = renderTestNotice(root, host);
  return accept(
    await Promise.all(wanted.map(async (one) => ({ channel: one, end: await notifier.send(one, notice) }))),
  );
}

export const testChannelsVerb = folderVerb({
  name: 'notify.test',
  summary: 'Send a test notification to one channel, or to all that are set up',
  asks: 'person',
  reads: false,
  input: TestChannels,
  answer: async () => (await import('../../contract/answer/notify.ts')).TestedChannelsAnswer,
  run: testChannels,
  json: (tested) => ({
    channels: tested.map(({ channel, end }) => ({
      channel,
      sent: end.is === 'sent',
      problem: end.is === 'sent' ? null : end.problem,
    })),
  }),
});

import type { Channel } from '../../src/domain/notification/notification.ts';
import type { Notifier } from '../../src/runtime/notify/notifier.ts';
import type { Setting } from './crew.ts';
import type { Life } from './schedule.ts';

const MINUTE = 60_000;
const keyOf = (channel: Channel, subjectId: string): string => `${channel} ${subjectId}`;
const ABOUT = /^swarm (?:answer|status) (\S+)/;

/** Channels that are at times out of reach. */
export const simulatedNotifier = ({ world, schedule, dice }: Setting, life: Life): Notifier => ({
  send: (channel, { parts }) =>
    schedule.act({ life, kind: 'effect', label: `notify by ${channel}` }, () => {
      if (!world.isCalm && dice.chance(0.2)) {
        return { is: 'missed', problem: 'out of reach', retry: dice.chance(0.7), retryAfterMs: null };
      }
      for (const { hint } of parts) {
        const key = keyOf(channel, ABOUT.exec(hint)?.[1] ?? '?');
        world.heard.set(key, (world.heard.get(key) ?? 0) + 1);
      }
      return { is: 'sent' };
    }),
  observe: async () => ({ is: 'ready', by: 'simulation', warning: null }),
});

/** Everything open was told, nothing that was told was made up, and nothing is told more often than tried. */
export async function judgeNotices({ store, config, judge, world }: Setting): Promise<void> {
  const { channels, limitTimeMs } = config.notify;
  const open = await store.listQuestions({ state: 'open' });
  const failed = await store.listFailed({ since: 0, limit: 1_000 });
  const rows = await store.listNotifications({});
  for (const channel of channels) {
    for (const { id } of [...open, ...failed]) {
      const about = rows.filter((row) => row.channel === channel && row.subjectId === id);
      judge.demand(about.length > 0, `${id} is no subject of a notification by ${channel}`);
      const tries = about.reduce((sum, { attempts }) => sum + attempts, 0);
      const heard = world.heard.get(keyOf(channel, id)) ?? 0;
      judge.demand(heard <= tries, `${id} was told ${heard} times by ${channel}, in ${tries} tries`);
      const isSent = about.some(({ state }) => state === 'sent');
      judge.demand(!isSent || heard > 0, `${id} counts as told by ${channel}, and was not`);
    }
  }
  for (const { id, state, dueAt } of rows) {
    if (state !== 'queued') continue;
    const waitedMs = world.wall() - Math.max(dueAt, world.calmSince + world.wallShift);
    judge.demand(waitedMs <= limitTimeMs + 2 * MINUTE, `notification ${id} is due since ${waitedMs} ms`);
  }
}

import type { ChannelSight, Notice, SendEnd } from '../../domain/notification/notice.ts';
import type { Channel } from '../../domain/notification/notification.ts';

/** Ways to the person. None of them throws because it cannot be reached, or takes longer than its limit. */
export interface Notifier {
  /** Cannot be undone; needs a row first. */
  send(channel: Channel, notice: Notice): Promise<SendEnd>;
  /** Whether it could be used, as far as can be seen without using it. */
  observe(channel: Channel): Promise<ChannelSight>;
}

/** How long a word may take to be sent. */
export const SEND_LIMIT_MS = 10_000;

export const missed = (problem: string, more: Partial<SendEnd & { is: 'missed' }> = {}): SendEnd => ({
  is: 'missed',
  problem,
  retry: true,
  retryAfterMs: null,
  ...more,
});

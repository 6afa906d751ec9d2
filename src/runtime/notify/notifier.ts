import type { ChannelObservation, Notice, SendEnd } from '../../domain/notification/notice.ts';
import type { Channel } from '../../domain/notification/notification.ts';

/** The port for channels to the person. None throws when it is unreachable, or exceeds its time limit. */
export interface Notifier {
  /** Cannot be undone; needs a row first. */
  send(channel: Channel, notice: Notice): Promise<SendEnd>;
  /** Whether it is usable, as far as can be seen without sending. */
  observe(channel: Channel): Promise<ChannelObservation>;
}

/** How long one notification may take to be sent. */
export const SEND_LIMIT_MS = 10_000;

export const missed = (problem: string, more: Partial<SendEnd & { is: 'missed' }> = {}): SendEnd => ({
  is: 'missed',
  problem,
  retry: true,
  retryAfterMs: null,
  ...more,
});

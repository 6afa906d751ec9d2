import type { Session } from '../domain/session/session.ts';
import { parkingText } from './parking.ts';
import type { Style } from './style.ts';

type SentReceipt = Readonly<{
  message: Readonly<{ recipient: string }>;
  receipt: string;
  /** The recipient, where it waits for something else first. */
  parked: Session | null;
  /** The session that has ended, where the recipient is its successor. */
  continues: string | null;
}>;

/** What became of a message to a session. */
export const renderSent = ({ message, receipt, parked, continues }: SentReceipt, style: Style): string =>
  `✅ Message ${receipt} for ${message.recipient}\n` +
  (continues === null ? '' : goesOnText(continues, message.recipient)) +
  (parked === null ? '' : waitText(parked, style));

const goesOnText = (ended: string, successor: string): string =>
  `⏩ ${ended} has ended: ${successor} goes on with its work\n   Follow: swarm logs ${successor} --follow\n`;

const waitText = (session: Session, style: Style): string =>
  `⏳ It reads it later, because it is ${style.yellow(parkingText(session) ?? session.state)}\n` +
  `   Wake it now: swarm resume ${session.id}\n`;

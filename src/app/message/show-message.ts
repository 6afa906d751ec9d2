import { MessageRef } from '../../contract/run-message.ts';
import type { MessageReport } from '../../domain/message/report.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Store } from '../../store/store.ts';
import { messageReportJson } from '../../views/message-list.ts';
import { verb } from '../verb.ts';
import { reportMessages } from './report-messages.ts';

export async function showMessage(
  { store }: Readonly<{ store: Store }>,
  { messageId }: MessageRef,
): Promise<Outcome<MessageReport>> {
  const message = await store.findMessage(messageId);
  if (!message) return refuse({ code: 'message-not-found', messageId });
  const [report = { message, deliveries: [] }] = await reportMessages(store, [message]);
  return accept(report);
}

export const showMessageVerb = verb({
  name: 'message.show',
  summary: 'Show one message in full',
  asks: 'anyone',
  reads: true,
  input: MessageRef,
  answer: async () => (await import('../../contract/answer/message.ts')).RunMessageAnswer,
  run: showMessage,
  json: messageReportJson,
});

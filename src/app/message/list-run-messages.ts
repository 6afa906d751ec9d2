import { ListRunMessages } from '../../contract/run-message.ts';
import type { MessageList, MessageReport } from '../../domain/message/report.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Store } from '../../store/store.ts';
import { messageListJson } from '../../views/message-list.ts';
import { findRun } from '../run/find-run.ts';
import { verb } from '../verb.ts';
import { reportMessages } from './report-messages.ts';

/** The messages between the roles of a run, with their receipts. */
export async function listRunMessages(
  { store }: Readonly<{ store: Store }>,
  { runId, role, isDeadLetter, limit }: ListRunMessages,
): Promise<Outcome<MessageList>> {
  const run = runId === undefined ? accept(null) : await findRun(store, runId);
  if (!run.ok) return run;
  const newest = isDeadLetter ? undefined : (await store.listRuns({}, { limit: 1 }))[0]?.id;
  const wanted = runId ?? newest;
  if (wanted === undefined && !isDeadLetter) return accept({ messages: [], older: 0 });
  const filter = {
    ...(wanted === undefined ? {} : { runId: wanted }),
    ...(isDeadLetter ? { isDeadLetter } : {}),
  };
  const all = (await store.listMessages(filter)).filter(({ runId: of }) => of !== null);
  const reports = await reportMessages(store, all);
  const found = reports.filter((report) => role === undefined || concerns(report, role));
  return accept({ messages: found.slice(-limit), older: Math.max(0, found.length - limit) });
}

const concerns = ({ message, deliveries }: MessageReport, role: string): boolean =>
  message.fromRole === role || message.toRole === role || deliveries.some((one) => one.role === role);

export const listRunMessagesVerb = verb({
  name: 'message.list',
  summary: 'List the messages between the roles of a run, with their receipts',
  asks: 'anyone',
  reads: true,
  input: ListRunMessages,
  answer: async () => (await import('../../contract/answer/message.ts')).RunMessageListAnswer,
  run: listRunMessages,
  json: messageListJson,
});

import type { ListRunMessages, MessageRef } from '../../contract/run-message.ts';
import { type Message, receiptOf } from '../../domain/message/message.ts';
import type { DeliveryReport, MessageList, MessageReport } from '../../domain/message/report.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Store } from '../../store/store.ts';
import { findRun } from './find-run.ts';

type ReadDeps = Readonly<{ store: Store }>;

export async function listRunMessages(
  { store }: ReadDeps,
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
  const reports = await reportAll(store, all);
  const found = reports.filter((report) => role === undefined || concerns(report, role));
  return accept({ messages: found.slice(-limit), older: Math.max(0, found.length - limit) });
}

const concerns = ({ message, deliveries }: MessageReport, role: string): boolean =>
  message.fromRole === role || message.toRole === role || deliveries.some((one) => one.role === role);

export async function showMessage(
  { store }: ReadDeps,
  { messageId }: MessageRef,
): Promise<Outcome<MessageReport>> {
  const message = await store.findMessage(messageId);
  if (!message) return refuse({ code: 'message-not-found', messageId });
  const [report = { message, deliveries: [] }] = await reportAll(store, [message]);
  return accept(report);
}

async function reportAll(store: Store, messages: readonly Message[]): Promise<readonly MessageReport[]> {
  const runs = new Set(messages.flatMap(({ runId }) => (runId === null ? [] : [runId])));
  const delivered = new Map<string, DeliveryReport[]>();
  for (const runId of runs) {
    for (const { messageId, role, turnId, at } of await store.listDeliveries({ runId })) {
      const turn = turnId === null ? undefined : await store.findTurn(turnId);
      const one = { role, receipt: turn ? receiptOf(turn.state) : null, at };
      delivered.set(messageId, [...(delivered.get(messageId) ?? []), one]);
    }
  }
  return messages.map((message) => ({ message, deliveries: delivered.get(message.id) ?? [] }));
}

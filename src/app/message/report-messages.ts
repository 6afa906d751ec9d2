import { type Message, receiptOf } from '../../domain/message/message.ts';
import type { DeliveryReport, MessageReport } from '../../domain/message/report.ts';
import type { Store } from '../../store/store.ts';

/** Each message with where it lies, and how far it has come there. */
export async function reportMessages(
  store: Store,
  messages: readonly Message[],
): Promise<readonly MessageReport[]> {
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

import assert from 'node:assert/strict';
import type { Rows } from './oracle-rows.ts';

/** Every row belongs to a session that is there, and needs what is there. */
export function checkReferences(rows: Rows): void {
  const sessions = new Set(rows.sessions.map(({ id }) => id));
  for (const { sessionId } of [...rows.turns, ...rows.attempts, ...rows.questions, ...rows.workspaces]) {
    assert(sessionId === null || sessions.has(sessionId), `${sessionId} is no session`);
  }
  const runs = new Set(rows.runs.map(({ id }) => id));
  for (const { runId } of [
    ...rows.questions,
    ...rows.messages,
    ...rows.deliveries,
    ...rows.runErrors,
    ...rows.runFacts,
  ]) {
    assert(runId === null || runs.has(runId), `${runId} is no run`);
  }
  const messages = new Set(rows.messages.map(({ id }) => id));
  for (const { messageId } of rows.deliveries) assert(messages.has(messageId), `${messageId} is no message`);
  const works = new Set(rows.works.map(({ id }) => id));
  for (const need of rows.works.flatMap(({ needs }) => needs)) assert(works.has(need), `${need} is no work`);
  const turns = new Set(rows.turns.map(({ id }) => id));
  const mails = new Set(rows.mails.map(({ id }) => id));
  for (const { mailId } of rows.mailReceipts) assert(mails.has(mailId), `${mailId} is no mail`);
  for (const { turnId } of [...rows.messages, ...rows.deliveries, ...rows.mailReceipts])
    assert(turnId === null || turns.has(turnId), `${turnId} is no turn`);
}

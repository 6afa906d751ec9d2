import type {
  RoutedMessageAnswer,
  RunMessageAnswer,
  RunMessageListAnswer,
} from '../contract/answer/message.ts';
import type { Message } from '../domain/message/message.ts';
import type { MessageList, MessageReport } from '../domain/message/report.ts';
import { oneLine, shortLine } from './one-line.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';
import { renderInstant, renderSecond } from './time.ts';

const WORDS_LETTERS = 60;
const NONE = '–';

export function renderMessageTable({ messages, older }: MessageList, style: Style): string {
  if (messages.length === 0) return 'No messages\n';
  const rows = messages.map((report) => {
    const { id, type, fromRole, sender, body, deadLetter, createdAt } = report.message;
    const where = deadLetter === null ? receiptsOf(report) : `dead letter: ${deadLetter}`;
    const paint = deadLetter === null ? style.dim : style.yellow;
    return [
      id,
      renderSecond(createdAt),
      type ?? NONE,
      oneLine(fromRole ?? sender),
      { text: shortLine(where, WORDS_LETTERS), paint },
      shortLine(body, WORDS_LETTERS),
    ];
  });
  const more = older === 0 ? '' : `${style.dim(`… and ${older} before them: --limit`)}\n`;
  return `${more}${renderTable([['MESSAGE', 'SENT', 'TYPE', 'FROM', 'TO', 'WORDS'], ...rows])}`;
}

const receiptsOf = ({ deliveries, message: { toRole } }: MessageReport): string =>
  deliveries.map(({ role, receipt }) => `${role} ${receipt ?? 'kept'}`).join(', ') || (toRole ?? NONE);

export function renderMessage(report: MessageReport, style: Style): string {
  const { id, type, fromRole, sender, runId, body, deadLetter, createdAt } = report.message;
  const about = `${type ?? 'no type'}, run ${runId ?? NONE}, ${renderSecond(createdAt)}`;
  return [
    `${style.bold(id)} ${style.dim(about)}`,
    `  from  ${oneLine(fromRole ?? sender)}`,
    `  to    ${oneLine(receiptsOf(report))}`,
    ...(deadLetter === null
      ? []
      : [`  ${style.yellow('dead letter')} ${oneLine(deadLetter)}`, `  swarm messages requeue ${id}`]),
    '',
    body
      .split('\n')
      .map((line) => `  ${oneLine(line)}`)
      .join('\n'),
    '',
  ].join('\n');
}

export const messageReportJson = ({ message, deliveries }: MessageReport): RunMessageAnswer => ({
  id: message.id,
  run_id: message.runId,
  from: message.fromRole ?? message.sender,
  to: message.toRole,
  type: message.type,
  round: message.round,
  body: message.body,
  content: message.content,
  dead_letter: message.deadLetter,
  at: renderInstant(message.createdAt),
  deliveries: deliveries.map(({ role, receipt, at }) => ({ role, receipt, at: renderInstant(at) })),
});

export const messageListJson = ({ messages, older }: MessageList): RunMessageListAnswer => ({
  messages: messages.map(messageReportJson),
  older,
});

export const routedMessageJson = ({ id, runId, toRole, type }: Message): RoutedMessageAnswer => ({
  id,
  run_id: runId,
  to: toRole,
  type,
});

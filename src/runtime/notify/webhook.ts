import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import {
  actionOf,
  type ChannelObservation,
  fitPart,
  type Notice,
  type NoticePart,
  type SendEnd,
} from '../../domain/notification/notice.ts';
import { errnoOf } from '../files/file-fault.ts';
import { missed, SEND_LIMIT_MS } from './notifier.ts';

/** Slack refuses more blocks than 50, and longer texts than these. */
const MOST_PARTS = 15;
const MOST_LETTERS = 2_500;
const MOST_TITLE_LETTERS = 140;
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

/** A post in the form of Slack's incoming webhooks, which others understand too. */
export async function sendToWebhook(
  url: string | null,
  notice: Notice,
  limitMs: number = SEND_LIMIT_MS,
): Promise<SendEnd> {
  // Retried: the next supervisor may be started with the variable set.
  if (url === null) return missed('SWARM_NOTIFY_WEBHOOK_URL is not set in the environment');
  const target = parseUrl(url);
  if (target === null) return missed('SWARM_NOTIFY_WEBHOOK_URL holds no http(s) address', { retry: false });
  try {
    return endOf(await post(target, JSON.stringify(slackForm(notice)), limitMs));
  } catch (error) {
    // The error's message would reveal the address.
    const name =
      error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : errnoOf(error);
    return missed(`the webhook could not be reached${name ? ` (${name})` : ''}`);
  }
}

/** The address itself is a secret; its host is not. */
export function observeWebhook(url: string | null): ChannelObservation {
  const remedy = 'set SWARM_NOTIFY_WEBHOOK_URL where the supervisor is started';
  if (url === null) return { is: 'lacking', what: 'SWARM_NOTIFY_WEBHOOK_URL is not set', remedy };
  const target = parseUrl(url);
  if (target === null) {
    return { is: 'lacking', what: 'SWARM_NOTIFY_WEBHOOK_URL holds no http(s) address', remedy };
  }
  const isOpen = target.protocol === 'http:' && !isLoopback(target.hostname);
  return { is: 'ready', by: target.host, warning: isOpen ? 'its address and words go unencrypted' : null };
}

export const isLoopback = (host: string): boolean => /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(host);

function parseUrl(url: string | null): URL | null {
  if (url === null || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  return /^https?:$/.test(parsed.protocol) ? parsed : null;
}

function post(url: URL, body: string, limitMs: number): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sending = request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
        // A connection of its own, without keep-alive.
        agent: false,
        signal: AbortSignal.timeout(limitMs),
      },
      (answer) => {
        answer.on('error', () => undefined);
        answer.destroy();
        resolve(answer);
      },
    );
    sending.on('error', (error) => reject(causeOf(error)));
    sending.end(body);
  });
}

const causeOf = (error: Error): unknown => (error.name === 'AbortError' ? (error.cause ?? error) : error);

function endOf({ statusCode = 0, headers }: IncomingMessage): SendEnd {
  if (statusCode >= 200 && statusCode < 300) return { is: 'sent' };
  const problem = `the webhook answered ${statusCode}`;
  if (statusCode < 500 && !LATER.has(statusCode)) return missed(problem, { retry: false });
  const seconds = Number(headers['retry-after']);
  return missed(problem, { retryAfterMs: seconds > 0 ? seconds * 1000 : null });
}

// In Slack's markup these begin a mention or a link.
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most)}…`);

/** `{text, blocks}`: the text is the fallback where blocks are not shown. */
export function slackForm({ title, parts }: Notice): Readonly<{ text: string; blocks: readonly unknown[] }> {
  const shown = parts.slice(0, MOST_PARTS);
  const left = parts.length - shown.length;
  const each = Math.floor((MOST_LETTERS * 2) / Math.max(1, shown.length));
  const plain = shown.map((part) =>
    fitted(part, each, (cut) => escapeText(`${cut.heading}\n${cut.text}\n${actionOf(cut)}`)),
  );
  return {
    text: [escapeText(title), ...plain].join('\n\n'),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(title, MOST_TITLE_LETTERS) } },
      ...shown.map((part) => section(fitted(part, MOST_LETTERS, renderPart))),
      ...(left > 0 ? [section(`and ${left} more`)] : []),
    ],
  };
}

function renderPart({ heading, text, hint, link }: NoticePart): string {
  const address = link === undefined ? '' : `\n${escapeText(link)}`;
  return `*${escapeText(heading)}*\n${escapeText(text)}\n\`${hint}\`${address}`;
}

/** What is escaped takes more letters, so that less of a text may fit. */
function fitted(part: NoticePart, most: number, render: (part: NoticePart) => string): string {
  for (let room = most; room > 1; room = Math.floor(room / 2)) {
    const text = render(fitPart(part, room));
    if (text.length <= most) return text;
  }
  return cut(render(fitPart(part, 1)), most);
}

const section = (text: string): unknown => ({ type: 'section', text: { type: 'mrkdwn', text } });

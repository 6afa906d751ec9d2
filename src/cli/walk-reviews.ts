import { parseRemark, type Remark, remarksMessage } from '../contract/remark.ts';
import type { Outcome } from '../domain/outcome.ts';
import { renderDiff } from '../views/diff-text.ts';
import { renderMergedSessions } from '../views/merge-text.ts';
import { refusalText } from '../views/refusal-text.ts';
import { type Review, renderDropped, renderReview, renderReviewPage } from '../views/review-text.ts';
import { renderSent } from '../views/sent-text.ts';
import type { Host, TopPorts } from './host.ts';
import type { Io } from './io.ts';
import { watchMerge } from './merge-named.ts';

type Walk = Readonly<{ host: Host; io: Io; ports: TopPorts }>;

/** What the person decided about one. `stay`: it is asked about again. */
type Step = 'next' | 'stay' | 'quit';

const CHOICES = 'a accept, s send back, d drop, v view again, n next, q quit';

/** Shows each in the pager and asks what to do with it, until the person has been through all of them. */
export async function walkReviews(around: Walk, reviews: readonly Review[]): Promise<void> {
  const { io, ports } = around;
  try {
    for (const [index, review] of reviews.entries()) {
      await showPage(around, review);
      let step: Step = 'stay';
      while (step === 'stay') {
        await io.say(`\n[${index + 1}/${reviews.length}] ${renderReview(review, io.style)}\n`);
        step = await decide(around, review, await io.askLine(`${CHOICES}: `));
      }
      if (step === 'quit') return;
    }
    await io.say('That was all\n');
  } finally {
    ports.news.close();
  }
}

async function showPage({ host, io, ports }: Walk, review: Review): Promise<void> {
  const { id: sessionId } = review.session;
  const result = await host.ask('session.result', { sessionId });
  const diff = await host.ask('session.diff', { sessionId, paths: [], stat: false, whole: false });
  const page = {
    review,
    result: result.ok ? result.value.text : null,
    diff: diff.ok ? renderDiff(diff.value, io.style) : problemOf(diff),
  };
  await ports.page(renderReviewPage(page, io.style));
}

async function decide(around: Walk, review: Review, line: string): Promise<Step> {
  switch (line.trim().toLowerCase()) {
    case 'a':
      return merge(around, review);
    case 's':
      return sendBack(around, review);
    case 'd':
      return drop(around, review);
    case 'v':
      await showPage(around, review);
      return 'stay';
    case 'n':
      return 'next';
    // The end of the input is empty, and so is Enter alone: neither decides anything.
    case '':
    case 'q':
      return 'quit';
    default:
      await around.io.say(`Say one of these: ${CHOICES}\n`);
      return 'stay';
  }
}

async function merge({ host, io }: Walk, { session }: Review): Promise<Step> {
  const merged = await host.ask('session.merge', { names: [session.id], anyway: false }, watchMerge(io));
  await io.say(merged.ok ? renderMergedSessions(merged.value) : problemOf(merged));
  const isTaken = merged.ok && (merged.value.end.is === 'merged' || merged.value.end.is === 'nothing-new');
  return isTaken ? 'next' : 'stay';
}

async function sendBack({ host, io }: Walk, { session }: Review): Promise<Step> {
  await io.say('Words for the agent, or "path:line words" for a line. An empty line ends them.\n');
  const words: string[] = [];
  const remarks: Remark[] = [];
  for (;;) {
    const line = await io.askLine('> ');
    if (line.trim() === '') break;
    const remark = parseRemark(line);
    if (remark) remarks.push(remark);
    else words.push(line);
  }
  if (words.length + remarks.length === 0) return 'stay';
  const body = remarksMessage(remarks, words.join('\n'));
  const sent = await host.ask('message.send', { to: session.id, body, steer: false });
  await io.say(sent.ok ? renderSent(sent.value, io.style) : problemOf(sent));
  return sent.ok ? 'next' : 'stay';
}

async function drop({ host, io }: Walk, { session }: Review): Promise<Step> {
  if (!(await io.confirm('Drop it? Its commits and files stay as a rescue. [y/N]: '))) return 'stay';
  const dropped = await host.ask('session.drop', { sessionId: session.id });
  await io.say(dropped.ok ? renderDropped(dropped.value) : problemOf(dropped));
  return dropped.ok ? 'next' : 'stay';
}

function problemOf({ refusal }: Extract<Outcome<unknown>, { ok: false }>): string {
  const { message, hint } = refusalText(refusal);
  return `❌ ${message}\n${hint === '' ? '' : `   ${hint}\n`}`;
}

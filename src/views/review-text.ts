import type { ReviewsAnswer } from '../contract/answer/review.ts';
import { type EndedSession, workText } from './report.ts';
import { endedJson } from './report-json.ts';
import type { Style } from './style.ts';
import { visibleLine, visibleText } from './visible-text.ts';

/** Finished work, and the gate that it passed. */
export type Review = EndedSession & Readonly<{ gate: string | null }>;

export const reviewsJson = (reviews: readonly Review[]): ReviewsAnswer => ({
  reviews: reviews.map((review) => ({ ...endedJson(review), gate: review.gate })),
});

/** The list, with how to go on. */
export function renderReviews(reviews: readonly Review[], style: Style): string {
  if (reviews.length === 0) return 'Nothing is ready for review\n';
  const entries = reviews.map((review) => `${renderReview(review, style)}\n`);
  const [first] = reviews;
  const next = [
    `Take it: swarm review ${first?.session.id} --accept`,
    'send it back: --send-back "words"',
    'drop it: --drop',
  ];
  return `${entries.join('\n')}\n${next.join(', ')}\n`;
}

/** One of them, in a few lines: what it is, how large, what it passed and what it cost. */
export function renderReview({ session, work, gate, costUsd }: Review, style: Style): string {
  const facts = [
    ...(work ? [workText(work)] : ['its changes were not looked at']),
    ...(gate === null ? [] : [`passed ${visibleLine(gate)}`]),
    ...(costUsd > 0 ? [`$${costUsd.toFixed(2)}`] : []),
  ];
  return [
    `${style.bold(visibleLine(session.title))} ${style.dim(session.id)}`,
    `  ${session.persona}, ${session.state}; ${facts.join('; ')}`,
  ].join('\n');
}

type Page = Readonly<{ review: Review; result: string | null; diff: string }>;

/** All that a person needs to decide, for the pager. */
export function renderReviewPage({ review, result, diff }: Page, style: Style): string {
  const told = result === null ? [] : [style.bold('Result'), visibleText(result).trimEnd(), ''];
  return [renderReview(review, style), '', ...told, diff].join('\n');
}

type Dropped = Readonly<{ sessionId: string; branch: string; end: string; rescues: readonly string[] }>;

/** What went, and where it can still be found. */
export function renderDropped({ sessionId, branch, end, rescues }: Dropped): string {
  const kept = rescues.map((ref) => `   swarm rescue show ${ref.replace('refs/swarm/rescue/', '')}\n`);
  return [
    `✅ Dropped the work of ${sessionId}\n`,
    ...(end === 'kept' ? [`⚠️  ${branch} stays: it is checked out somewhere\n`] : []),
    ...(kept.length === 0 ? [] : ['   It is kept:\n', ...kept]),
  ].join('');
}

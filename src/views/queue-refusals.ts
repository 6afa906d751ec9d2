import type { Refusal } from '../domain/refusal.ts';
import type { Words } from './refusal-text.ts';
import { renderStamp } from './time.ts';

type QueueCode =
  | 'illegal-work-step'
  | 'work-not-found'
  | 'work-id-taken'
  | 'work-claimed'
  | 'work-not-ready'
  | 'lease-gone'
  | 'work-not-own'
  | 'nothing-ready'
  | 'unknown-need'
  | 'needs-cycle'
  | 'template-missing'
  | 'import-bad'
  | 'import-format-unknown'
  | 'queue-file-missing';

type Writers = { readonly [C in QueueCode]: (refusal: Extract<Refusal, { code: C }>) => Words };

const LIST = 'List the queue: swarm queue list';
const MOST_BAD_LINES = 5;
const words = (message: string, hint = ''): Words => ({ message, hint });

/** The texts of refusals of the work queue. */
export const QUEUE_WRITERS: Writers = {
  'work-not-own': ({ workId, sessionId }) =>
    words(
      `Session ${sessionId} has not claimed ${workId}`,
      'An agent can change only work that its session has claimed',
    ),
  'illegal-work-step': ({ workId, state, event }) =>
    words(
      `${workId} is ${state}: it cannot be ${PARTICIPLES[event] ?? event}`,
      `Look at it: swarm queue show ${workId}`,
    ),
  'work-not-found': ({ workId, near }) =>
    words(`Work item not found: ${workId}`, near.length > 0 ? `Did you mean: ${near.join(', ')}?` : LIST),
  'work-id-taken': ({ workId }) =>
    words(`${workId} is already in the queue, with different content`, 'Give it another --id'),
  'work-claimed': ({ workId, holder, since, until }) =>
    words(
      `${workId} is claimed by ${holder} since ${renderStamp(since)}, until ${renderStamp(until)}`,
      `Release it anyway: swarm queue release ${workId} --force`,
    ),
  'work-not-ready': ({ workId, standing, waitsFor }) =>
    words(
      waitsFor.length > 0 ? `${workId} waits for ${waitsFor.join(', ')}` : `${workId} is ${standing}`,
      'Claim it anyway: --force',
    ),
  'lease-gone': ({ workId, fence, state, holder }) =>
    words(
      `Claim ${fence} of ${workId} is over: it is now ${holder === null ? state : `claimed by ${holder}`}`,
      'Nothing changed. Claim it again before you continue',
    ),
  'nothing-ready': ({ queued, claimed }) =>
    words(`Nothing is ready (${queued} queued, ${claimed} in progress)`, LIST),
  'unknown-need': ({ workId, need }) => words(`${workId} needs ${need}, which is not in the queue`, LIST),
  'needs-cycle': ({ cycle }) => words(`The needs form a cycle: ${cycle.join(', ')}`),
  'template-missing': ({ file }) => words(`Template not found: ${file}`, 'Paths are relative to the project'),
  'import-bad': ({ file, count, bad }) =>
    words(
      `${file}: nothing imported, ${bad.length} of ${count} are invalid: ${badLines(bad)}`,
      'Fix them, or import the others: --partial',
    ),
  'import-format-unknown': ({ file, known }) =>
    words(`Unknown list format: ${file}`, `Name it: --format ${known.join(' | ')}`),
  'queue-file-missing': ({ file, problem }) => words(`Cannot read ${file}: ${problem}`),
};

const PARTICIPLES: Readonly<Record<string, string>> = {
  claim: 'claimed',
  renew: 'renewed',
  report: 'reported on',
  move: 'moved',
  release: 'released',
  retry: 'retried',
  fail: 'failed',
  finish: 'finished',
  reopen: 'reopened',
};

function badLines(bad: readonly Readonly<{ line: number; problem: string }>[]): string {
  const told = bad.slice(0, MOST_BAD_LINES).map(({ line, problem }) => `line ${line}: ${problem}`);
  const more = bad.length - told.length;
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

import type { PullRequestAnswer } from '../contract/answer/pull-request.ts';
import { parseJson } from '../contract/json.ts';
import { sizeOf, type WorkDiff } from '../domain/workspace/work-diff.ts';
import { sizeText } from './diff-text.ts';
import { oneLine } from './one-line.ts';

/** What is said about a branch that is proposed. */
export type PullRequest = Readonly<{
  sessionId: string;
  branch: string;
  title: string;
  body: string;
  uncommitted: readonly string[];
  /** The names of the repository's remotes. */
  remotes: readonly string[];
}>;

type Source = Readonly<{
  session: Readonly<{ id: string; persona: string }>;
  diff: Pick<WorkDiff, 'commits' | 'commitCount' | 'files'>;
  result: Readonly<{ source: 'result.json' | 'last-message'; text: string }> | null;
}>;

/** In Markdown: what the agent told of its result, its commits, and where it comes from. */
export function pullRequestBody({ session, diff, result }: Source): string {
  const more = diff.commitCount - diff.commits.length;
  return [
    ...(result === null ? [] : [resultText(result), '']),
    `## Commits (${sizeText(sizeOf(diff.files))})`,
    '',
    ...diff.commits.toReversed().map(({ subject }) => `- ${oneLine(subject)}`),
    ...(more > 0 ? [`- and ${more} older`] : []),
    '',
    `Made by the agent \`${session.persona}\` in the Swarm session \`${session.id}\`.`,
    '',
  ].join('\n');
}

/** A result with a summary is told by it; any other JSON is shown as it is. */
function resultText({ source, text }: NonNullable<Source['result']>): string {
  if (source === 'last-message') return text.trim();
  const parsed = parseJson(text);
  const value = parsed.ok ? parsed.value : null;
  const summary = typeof value === 'object' && value !== null && 'summary' in value ? value.summary : null;
  return typeof summary === 'string' ? summary.trim() : `\`\`\`json\n${text.trim()}\n\`\`\``;
}

export const pullRequestJson = (request: PullRequest): PullRequestAnswer => ({
  session_id: request.sessionId,
  branch: request.branch,
  title: request.title,
  body: request.body,
  uncommitted: request.uncommitted,
  remotes: request.remotes,
});

type Line = Readonly<{ remote: string; base: string | null; isDraft: boolean }>;

export const pushWords = ({ branch }: PullRequest, { remote }: Line): readonly string[] => [
  'git',
  'push',
  '--set-upstream',
  remote,
  branch,
];

/** The body comes on stdin. */
export const proposeWords = ({ branch, title }: PullRequest, { base, isDraft }: Line): readonly string[] => [
  ...['gh', 'pr', 'create', '--head', branch],
  ...(base === null ? [] : ['--base', base]),
  ...(isDraft ? ['--draft'] : []),
  ...['--title', oneLine(title), '--body-file', '-'],
];

/** Why git could not push there; null where it may. An address or a path needs no name. */
export function remoteMissingText({ remotes }: PullRequest, { remote }: Line): string | null {
  if (remotes.includes(remote) || /[/:]/.test(remote)) return null;
  const others = remotes.length === 0 ? '' : `; there is ${remotes.join(', ')} (--remote)`;
  return `There is no remote "${remote}"${others}. Add it first: git remote add ${remote} <url>`;
}

/** What is done and what is left where the second command failed. */
export const pushedText = (request: PullRequest, line: Line): string =>
  `The branch ${request.branch} is pushed to ${line.remote}. Only the pull request is left: ` +
  `run swarm pr ${request.sessionId} --run again, or, with the text above as its body:\n` +
  shellLine(proposeWords(request, line));

/** Two commands for a shell, ready to be copied. */
export function renderPullRequest(request: PullRequest, line: Line): string {
  const end = freeWord(request.body);
  return [
    `${shellLine(pushWords(request, line))} &&`,
    `${shellLine(proposeWords(request, line))} <<'${end}'`,
    request.body.trimEnd(),
    end,
    '',
  ].join('\n');
}

/** No line of the body is this word. */
function freeWord(body: string): string {
  const lines = new Set(body.split('\n'));
  let word = 'BODY';
  while (lines.has(word)) word += '_';
  return word;
}

const PLAIN = /^[\w@%+=:,./-]+$/;
const shellLine = (words: readonly string[]): string => words.map(shellWord).join(' ');
const shellWord = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

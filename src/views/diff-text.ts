import type { DiffAnswer } from '../contract/answer/diff.ts';
import { type ChangedFile, type DiffSize, sizeOf, type WorkDiff } from '../domain/workspace/work-diff.ts';
import type { Style } from './style.ts';
import { visibleLine, visibleText } from './visible-text.ts';

/** The work of a session, and which session that is. */
export type SessionDiff = WorkDiff & Readonly<{ sessionId: string; title: string; branch: string }>;

const COMMIT_LETTERS = 10;
const SHOWN_COMMITS = 20;
const SHOWN_NAMES = 5;

/** For a screen: whatever a terminal would obey, or hide, is seen. */
export function renderDiff(diff: SessionDiff, style: Style): string {
  const { patch } = diff;
  const body = patch === null ? statLines(diff.files, style) : paintPatch(visibleText(patch), style);
  return renderAround(diff, body, style);
}

/** For a pipe: the patch byte by byte, so that another program can apply it. */
export function renderPipedDiff(diff: SessionDiff, style: Style): string {
  const { patch } = diff;
  return patch === null ? renderDiff(diff, style) : renderAround(diff, patch, style);
}

function renderAround(diff: SessionDiff, body: string, style: Style): string {
  const head = headLines(diff, style).map((line) => `${line}\n`);
  return [...head, ...(body === '' ? [] : ['\n', body]), ...footLines(diff, style)].join('');
}

function headLines(diff: SessionDiff, style: Style): readonly string[] {
  const { sessionId, title, base, commits, commitCount, files, uncommitted } = diff;
  const shown = commits.slice(0, SHOWN_COMMITS);
  const isEmpty = commitCount === 0 && files.length === 0;
  const since = base === null ? 'with no commit to compare with' : `since ${short(base)}`;
  return [
    `${style.bold(visibleLine(title))} ${style.dim(sessionId)}`,
    `${foundText(diff)}, ${since}`,
    isEmpty ? 'Nothing was changed' : `${counted(commitCount, 'commit')}, ${sizeText(sizeOf(files))}`,
    ...shown.map(({ commit, subject }) => `  ${style.yellow(short(commit))} ${visibleLine(subject)}`),
    ...(commitCount > shown.length ? [`  … and ${commitCount - shown.length} older`] : []),
    ...(uncommitted.length === 0 ? [] : [`Not committed: ${namesText(uncommitted)}`]),
  ];
}

function foundText({ source, branch, rescue }: SessionDiff): string {
  const on = branch === '' ? '' : `, branch ${branch}`;
  if (source === 'workspace') return `In its workspace${on}`;
  return source === 'branch' ? `On its branch ${branch}; its workspace is gone` : `In its rescue ${rescue}`;
}

function footLines(diff: SessionDiff, style: Style): readonly string[] {
  const { sessionId, source, isCut, unread, rescue } = diff;
  const isMore = source === 'branch' && rescue !== null;
  return [
    ...(isCut
      ? [
          `\n${style.yellow('Cut here: the diff is too long to show whole.')}\n`,
          `All files: swarm diff ${sessionId} --stat; one of them: swarm diff ${sessionId} <path>\n`,
        ]
      : []),
    ...(unread.length === 0 ? [] : [`\nNot shown, as it could not be read: ${namesText(unread)}\n`]),
    ...(isMore ? [`\nWhat it had not committed was saved: swarm rescue show ${rescue}\n`] : []),
  ];
}

const short = (commit: string): string => commit.slice(0, COMMIT_LETTERS);

function namesText(names: readonly string[]): string {
  const more = names.length - SHOWN_NAMES;
  const shown = names.slice(0, SHOWN_NAMES).map(visibleLine).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** "3 files, +12 −4" */
export const sizeText = ({ files, added, deleted }: DiffSize): string =>
  files === 0 ? 'no files' : `${counted(files, 'file')}, +${added} −${deleted}`;

const statLines = (files: readonly ChangedFile[], style: Style): string =>
  files.map((file) => `  ${statText(file, style)}\n`).join('');

function statText({ path, from, added, deleted }: ChangedFile, style: Style): string {
  const name = from === null ? visibleLine(path) : `${visibleLine(from)} → ${visibleLine(path)}`;
  if (added === null || deleted === null) return `${name}  ${style.dim('not text')}`;
  return `${name}  ${style.green(`+${added}`)} ${style.red(`−${deleted}`)}`;
}

const paintPatch = (text: string, style: Style): string =>
  text.replaceAll(/^[^\n]+$/gm, (line) => paintLine(line, style));

function paintLine(line: string, style: Style): string {
  if (/^(?:diff |index |--- |\+\+\+ )/.test(line)) return style.bold(line);
  if (line.startsWith('@@')) return style.cyan(line);
  if (line.startsWith('+')) return style.green(line);
  return line.startsWith('-') ? style.red(line) : line;
}

export function diffJson(diff: SessionDiff): DiffAnswer {
  const { added, deleted } = sizeOf(diff.files);
  return {
    session_id: diff.sessionId,
    title: diff.title,
    source: diff.source,
    branch: diff.branch === '' ? null : diff.branch,
    base: diff.base,
    commit_count: diff.commitCount,
    commits: diff.commits,
    files: diff.files.map((file) => ({
      path: file.path,
      renamed_from: file.from,
      added: file.added,
      deleted: file.deleted,
    })),
    added,
    deleted,
    uncommitted: diff.uncommitted,
    unread: diff.unread,
    rescue: diff.rescue,
    patch: diff.patch,
    patch_cut: diff.isCut,
  };
}

import type { MergedRunAnswer } from '../contract/answer/merge.ts';
import type { MergeEnd, MergeProgress, RunBranch, Uncommitted } from '../domain/merge/merge.ts';
import { renderDuration } from './duration.ts';
import { oneLine } from './one-line.ts';

const SHORT_COMMIT = 10;
const FILES_SHOWN = 50;
const LOOSE_SHOWN = 5;

type Merged = Readonly<{
  end: MergeEnd;
  runId: string | null;
  /** What was named. */
  names: readonly string[];
  questionId: string | null;
  rescues: readonly string[];
  uncommitted: readonly Uncommitted[];
  spared: readonly RunBranch[];
}>;

/** What is being done, a line each. */
export function renderMergeProgress(progress: MergeProgress): string {
  switch (progress.is) {
    case 'merging':
      return `Merging ${nameOf(progress.branch)} into ${oneLine(progress.target)} …\n`;
    case 'preparing':
      return 'Preparing a folder for the check …\n';
    case 'checking':
      return (
        `Checking: ${oneLine(progress.check)} (at most ${renderDuration(progress.limitMs)})\n` +
        `  What it prints: ${progress.logFile}\n`
      );
  }
}

/** How a merge ended, and what to do next. */
export const renderMerge = (merged: Merged): string =>
  `${endText(merged)}${sparedText(merged)}${looseText(merged)}`;

/** The same of sessions. */
export const renderMergedSessions = (merged: Omit<Merged, 'runId' | 'spared'>): string =>
  renderMerge({ ...merged, runId: null, spared: [] });

function endText({ end, names, questionId }: Merged): string {
  switch (end.is) {
    case 'merged':
      return lines(
        `✅ Merged into ${end.target}: ${end.merged.map(nameOf).join(', ')}`,
        ...(end.hadAlready.length === 0
          ? []
          : [`   There already: ${end.hadAlready.map(nameOf).join(', ')}`]),
        `   ${end.from.slice(0, SHORT_COMMIT)} → ${end.to.slice(0, SHORT_COMMIT)}`,
        end.check === null
          ? '⚠️  Nothing was checked: merge.check in swarm.config.json names the command that must pass'
          : `   Passed: ${end.check}`,
      );
    case 'nothing-new':
      return lines(`ℹ️  ${end.target} has all commits of ${end.branches.map(nameOf).join(', ')} already`);
    case 'conflict':
      return lines(
        `❌ ${nameOf(end.branch)} conflicts with ${end.target}; nothing was moved`,
        ...end.files.slice(0, FILES_SHOWN).map((file) => `   ${file}`),
        ...(end.files.length > FILES_SHOWN ? [`   and ${end.files.length - FILES_SHOWN} more`] : []),
        `ℹ️  Resolve it on the branch, then: swarm merge ${names.join(' ')}`,
        ...(questionId === null ? [] : [`   Or settle it: swarm answer ${questionId} "keep the branches"`]),
      );
    case 'check-failed':
      return lines(
        `❌ The check ${end.problem}; ${end.target} stays where it is: ${end.check}`,
        ...end.lastLines.map((line) => `   ${line}`),
        `ℹ️  All that it printed: ${end.logFile}`,
      );
  }
}

const sparedText = ({ spared, names }: Merged): string =>
  lines(
    ...spared.flatMap((one) => [
      `ℹ️  Left alone, since the run went on without it: ${nameOf(one)}`,
      `   Merge it too: swarm merge ${names.join(' ')} --role ${one.role}`,
    ]),
  );

const looseText = ({ rescues, uncommitted }: Merged): string =>
  rescues.length + uncommitted.length === 0
    ? ''
    : lines(
        '⚠️  Work that was never committed is on no branch, and so is not merged:',
        ...uncommitted.map(({ role, folder, files }) => `   ${role}: ${shortList(files)} in ${folder}`),
        ...rescues.map((rescue) => `   swarm rescue show ${rescue}`),
      );

const shortList = (files: readonly string[]): string => {
  const more = files.length - LOOSE_SHOWN;
  return `${files.slice(0, LOOSE_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** The branch of a session says whose it is. */
const nameOf = ({ role, branch }: RunBranch): string =>
  branch.endsWith(`/${role}`) ? branch : `${branch} (${role})`;
const lines = (...some: readonly string[]): string => some.map((line) => `${clean(line)}\n`).join('');
// Keeps the indent, which oneLine would trim.
const clean = (line: string): string => `${/^ */.exec(line)?.[0] ?? ''}${oneLine(line)}`;

/** The same for programs. */
export function mergeJson(merged: Merged): MergedRunAnswer {
  const { end, runId, questionId, rescues, uncommitted, spared } = merged;
  const moved = end.is === 'merged';
  const common = { run_id: runId, moved, target: end.target, rescues, uncommitted, spared };
  switch (end.is) {
    case 'merged':
      return {
        ...common,
        is: end.is,
        from: end.from,
        to: end.to,
        merged: end.merged,
        had_already: end.hadAlready,
        check: end.check,
        log_file: end.logFile,
      };
    case 'nothing-new':
      return { ...common, is: end.is, commit: end.commit, branches: end.branches };
    case 'conflict':
      return { ...common, is: end.is, ...end.branch, files: end.files, question_id: questionId };
    case 'check-failed':
      return {
        ...common,
        is: end.is,
        check: end.check,
        problem: end.problem,
        last_lines: end.lastLines,
        log_file: end.logFile,
      };
  }
}

import type { FixAnswer, FixedProjectAnswer } from '../contract/answer/doctor.ts';
import type { FixEnd, PlannedFix } from '../domain/agent/obstacle.ts';
import { type Check, isWell } from './check-list.ts';
import { oneLine } from './one-line.ts';
import type { Style } from './style.ts';

/** One change before it is made: what it clears, which file, which key, and from what to what. */
export function renderPlannedFix({ what, fix, from }: PlannedFix, style: Style): string {
  return [
    oneLine(what),
    `  ${style.dim('file:')} ${oneLine(fix.file)}`,
    `  ${style.dim('key: ')} ${oneLine(keyOf(fix.path))}`,
    `  ${style.dim('from:')} ${from === null ? '(not set)' : oneLine(from)} → ${JSON.stringify(fix.value)}`,
    '',
  ].join('\n');
}

/** `a.b["c d"]` */
const keyOf = (path: readonly string[]): string =>
  path
    .map((part, n) =>
      /^[A-Za-z_]\w*$/.test(part) ? `${n === 0 ? '' : '.'}${part}` : `[${JSON.stringify(part)}]`,
    )
    .join('');

/** The outcome of each change. */
export function renderFixEnds(ends: readonly FixEnd[]): string {
  if (ends.length === 0) return 'Nothing to fix\n';
  return ends.map((end) => `${wordEnd(end)}\n`).join('');
}

function wordEnd(end: FixEnd): string {
  const { fix, cli, running } = end.planned;
  const change = oneLine(`${keyOf(fix.path)} in ${fix.file}`);
  switch (end.is) {
    case 'made':
      return `✅ Set ${change}${end.backup === null ? '' : ` (before: ${oneLine(end.backup)})`}`;
    case 'declined':
      return `ℹ️ Left alone: ${change}`;
    case 'unasked':
      return `❌ Not changed: ${change} (no terminal to ask on; confirm with: swarm doctor --fix --yes)`;
    case 'running':
      return oneLine(
        `❌ Not changed: ${change} (${cli} is running and would overwrite it: stop it and try again. ` +
          `Found by ${running}; remove that file if its process is another program)`,
      );
    case 'broken':
      return `❌ Not changed: ${change} (the file is not a JSON object that fits; fix it by hand)`;
    case 'moved':
      return `❌ Not changed: ${change} (the file changed meanwhile; try again)`;
    case 'foreign':
      return `❌ Not changed: ${change} (the file belongs to another user)`;
  }
}

export const fixEndJson = (end: FixEnd): FixAnswer => ({
  cli: end.planned.cli,
  file: end.planned.fix.file,
  key: end.planned.fix.path,
  from: end.planned.from === null ? null : JSON.parse(end.planned.from),
  to: end.planned.fix.value,
  is: end.is,
  backup: end.is === 'made' ? end.backup : null,
});

type Fixed = Readonly<{ checks: readonly Check[]; fixes: readonly FixEnd[] }>;

/** Nothing is bad, and every change was made. */
export const isFixed = ({ checks, fixes }: Fixed): boolean =>
  isWell(checks) && fixes.every(({ is }) => is === 'made');

export const fixedJson = (fixed: Fixed): FixedProjectAnswer => ({
  ok: isFixed(fixed),
  checks: fixed.checks,
  fixes: fixed.fixes.map(fixEndJson),
});

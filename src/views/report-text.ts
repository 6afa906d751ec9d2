import { renderDuration } from './duration.ts';
import {
  costText,
  countsText,
  isQuiet,
  omissionsOf,
  type Report,
  type ReportEntry,
  type ReportSection,
  sectionsOf,
} from './report.ts';
import type { Style } from './style.ts';
import { renderMinute, renderMinuteZoned } from './time.ts';
import { visibleLine } from './visible-text.ts';

/** The page that one reads in the morning. */
export function renderReport(report: Report, style: Style): string {
  if (isQuiet(report)) return `${quietText(report)}\n`;
  const { since, now, usage } = report;
  const cost = usage.attempts === 0 ? '' : `\n${style.bold('Cost')}\n  ${costText(usage)}\n`;
  return [
    `Since ${renderMinuteZoned(since)} (${renderDuration(now - since)})\n`,
    `${style.bold(countsText(report))}\n`,
    ...sectionsOf(report).map((section) => renderSection(section, style)),
    cost,
    ...omissionsOf(report).map((line) => `\n${line}\n`),
  ].join('');
}

const quietText = ({ since }: Report): string =>
  `Nothing happened since ${renderMinuteZoned(since)}: ` +
  'no session ended, none is at work, no question is open';

const renderSection = ({ title, sign, entries, more }: ReportSection, style: Style): string =>
  [
    `\n${style.bold(title)}\n`,
    ...entries.map((entry) => renderEntry(entry, sign, style)),
    ...(more === null ? [] : [`  ${more}\n`]),
  ].join('');

const renderEntry = ({ name, id, facts, command }: ReportEntry, sign: string, style: Style): string =>
  [
    `  ${sign} ${style.bold(visibleLine(name))} ${style.dim(id)}\n`,
    ...facts.map((fact) => `     ${fact}\n`),
    `     ${style.dim(command)}\n`,
  ].join('');

/** The same, to be pasted where Markdown is read. What agents wrote stays text there. */
export function renderReportMarkdown(report: Report): string {
  const { since, now, usage } = report;
  if (isQuiet(report)) return `${escaped(quietText(report))}\n`;
  const cost = usage.attempts === 0 ? [] : ['', '## Cost', '', escaped(costText(usage))];
  return [
    `# Report: ${renderMinute(since)} to ${renderMinuteZoned(now)}`,
    '',
    `**${escaped(countsText(report))}**`,
    ...sectionsOf(report).flatMap(markdownSection),
    ...cost,
    ...omissionsOf(report).flatMap((line) => ['', escaped(line)]),
    '',
  ].join('\n');
}

const markdownSection = ({ title, entries, more }: ReportSection): readonly string[] => [
  '',
  `## ${title}`,
  '',
  ...entries.map(markdownEntry),
  ...(more === null ? [] : [`- ${escaped(more)}`]),
];

function markdownEntry({ name, id, facts, command }: ReportEntry): string {
  const rest = [...facts.map(escaped), code(command)].join('; ');
  return `- **${escaped(visibleLine(name))}** (${code(id)}): ${rest}`;
}

// A mention would call people, and a tag could hide what follows it.
const escaped = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>#|!~&@]/g, (letter) => (letter === '@' ? '@\u2060' : `\\${letter}`));

const code = (text: string): string => `\`${text.replaceAll('`', "'")}\``;

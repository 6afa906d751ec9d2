import type { KeptArtifact } from '../domain/run/result/artifact.ts';
import type { Delivered, LeftOut, ReviewSummary, RunResult } from '../domain/run/result/run-result.ts';
import { renderDuration } from './duration.ts';
import { oneLine, shortLine } from './one-line.ts';

type Section = readonly string[];

const TITLE_LETTERS = 100;
const SHORT_COMMIT = 10;
const SHORT_HASH = 12;

/** `summary.md`: for people. Only what was approved stands as a result. */
export function renderRunSummary(result: RunResult): string {
  const { approved, unreviewed } = result;
  const sections: readonly Section[] = [
    head(result),
    isEmpty(approved) ? ['## Result', nothing(result)] : delivered('## Result', approved),
    isEmpty(unreviewed)
      ? []
      : delivered('## Not reviewed', unreviewed, 'Not reviewed. Check it before you use it.'),
    leftOut(result.leftOut),
    reviews(result.reviews),
    branches(result),
    agents(result),
    errors(result),
  ];
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n\n'));
  return `${texts.join('\n\n')}\n`;
}

function head({ goal, workflow, runId, durationMs, summary, warnings, spending }: RunResult): Section {
  const { costUsd, inputTokens, outputTokens } = spending.total;
  const title = shortLine(goal.trim().split('\n')[0] ?? '', TITLE_LETTERS);
  return [
    `# ${title}`,
    ...(title === goal.trim() ? [] : [quote(goal)]),
    line(summary.split('\n')[0] ?? ''),
    `Run ${runId} of ${line(workflow)} took ${renderDuration(durationMs)} and cost ${money(costUsd)}` +
      ` (${inputTokens + outputTokens} tokens).`,
    ...(warnings.length === 0 ? [] : [`**Degraded**\n\n${bullets(warnings)}`]),
  ];
}

function delivered(title: string, { findings, statements, artifacts }: Delivered, lead = ''): Section {
  return [
    title,
    ...(lead === '' ? [] : [lead]),
    ...findings.flatMap(({ role, title: name, body, sources, confidence }) => [
      `### ${line(name)}`,
      `Finding of ${line(role)}, confidence ${confidence}`,
      quote(body),
      ...(sources.length === 0 ? [] : [`Sources:\n\n${bullets(sources)}`]),
    ]),
    ...statements.flatMap(({ role, summary, body }) => [
      `### ${line(role)}`,
      quote(body === '' ? summary : `${summary}\n\n${body}`),
    ]),
    ...(artifacts.length === 0 ? [] : ['### Files', artifacts.map(artifact).join('\n')]),
  ];
}

const nothing = ({ status }: RunResult): string =>
  status === 'running' ? 'Nothing was approved so far.' : 'Nothing was approved.';

function artifact({ role, path, summary, files, notes }: KeptArtifact): string {
  const copies = files.map(
    (file) =>
      `  - \`${ticks(file.path)}\` (${file.bytes} bytes, SHA-256 ${file.sha256.slice(0, SHORT_HASH)}…)`,
  );
  return [
    `- \`${ticks(path)}\` of ${line(role)}: ${line(summary)}`,
    ...copies,
    ...notes.map((note) => `  - ⚠️ ${line(note)}`),
  ].join('\n');
}

function leftOut(some: readonly LeftOut[]): Section {
  if (some.length === 0) return [];
  const named = some.map(
    ({ id, role, type, round }) =>
      `${type} of ${line(role)}${round === null ? '' : `, round ${round}`} (${line(id)})`,
  );
  return ['## Not approved', 'These messages are no part of the result:', bullets(named)];
}

function reviews(some: readonly ReviewSummary[]): Section {
  if (some.length === 0) return [];
  return [
    '## Reviews',
    ...some.map(({ reviewer, round, verdict, summary, findings }) => {
      const when = round === null ? '' : `Round ${round}, `;
      const points = findings.map(({ about, text }) => `**${line(about)}**: ${line(text)}`);
      const words = summary === '' ? [] : [quote(summary)];
      const list = points.length === 0 ? [] : [bullets(points)];
      return [`${when}${line(reviewer)}: **${verdict}**`, ...words, ...list].join('\n\n');
    }),
  ];
}

function branches({ branches: some, runId }: RunResult): Section {
  if (some.length === 0) return [];
  const named = some.map(
    ({ role, branch, baseCommit }) =>
      `\`${ticks(branch)}\` of ${line(role)}, from ${baseCommit.slice(0, SHORT_COMMIT)}`,
  );
  return ['## Branches', bullets(named), `Merge them into your branch: \`swarm merge ${runId}\``];
}

function agents({ agents: some, spending }: RunResult): Section {
  if (some.length === 0) return [];
  const rows = some.map(
    ({ role, messagesProduced, tasksCompleted, reviewsPerformed, findings, artifacts }) => {
      const spent = spending.roles.find((one) => one.role === role);
      const tokens = spent === undefined ? '' : String(spent.inputTokens + spent.outputTokens);
      const counts = [tasksCompleted, messagesProduced, findings, artifacts?.length, reviewsPerformed];
      const cost = spent === undefined ? '' : money(spent.costUsd);
      const cells = [role, spent?.cli ?? '', ...counts.map((count) => String(count ?? '')), cost, tokens];
      return `| ${cells.map(cell).join(' | ')} |`;
    },
  );
  const names = 'Role | CLI | Tasks | Messages | Findings | Artefacts | Reviews | Cost | Tokens';
  const rule = `| --- | --- |${' ---: |'.repeat(7)}`;
  return ['## Roles', [`| ${names} |`, rule, ...rows].join('\n')];
}

function errors({ errors: some }: RunResult): Section {
  if (some.length === 0) return [];
  const named = some.map(({ agent, type, message, recovered }) => {
    const who = agent === null ? '' : ` of ${line(agent)}`;
    return `${type}${who}: ${line(message)} (${recovered ? 'recovered' : 'not recovered'})`;
  });
  return ['## Errors', bullets(named)];
}

const isEmpty = ({ findings, statements, artifacts }: Delivered): boolean =>
  findings.length + statements.length + artifacts.length === 0;
const bullets = (lines: readonly string[]): string => lines.map((one) => `- ${line(one)}`).join('\n');
const money = (usd: number): string => `$${usd.toFixed(2)}`;
const cell = (text: string): string => line(text).replaceAll('|', '\\|');
const ticks = (text: string): string => line(text).replaceAll('`', "'");
const line = oneLine;

// What agents wrote stands in a quotation, so that its headings are not taken for ours.
const quote = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((one) => `> ${one.replace(/[^\P{Cc}\t]/gu, '')}`.trimEnd())
    .join('\n');

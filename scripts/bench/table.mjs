// The result as people read it: in a terminal, and in docs/BENCH.md.

const HEAD = ['what', 'floor', 'ours', 'figure', 'limit', ''];
const NOTHING = '–';

function renderNumber(number) {
  const size = Math.abs(number);
  return number.toFixed(size >= 100 || Number.isInteger(number) ? 0 : size >= 10 ? 1 : 2);
}

const withUnit = (number, unit) => (number === null ? NOTHING : `${renderNumber(number)} ${unit}`);

function renderFigure(number, { by, unit }) {
  if (number === null) return NOTHING;
  if (by === 'ratio') return `${renderNumber(number)}×`;
  const sign = by === 'difference' && number >= 0 ? '+' : '';
  return `${sign}${withUnit(number, unit)}`;
}

function renderLimit({ limit, atLeast, ...row }) {
  if (atLeast !== undefined) return `≥ ${renderFigure(atLeast, row)}`;
  return limit === null ? NOTHING : `≤ ${renderFigure(limit, row)}`;
}

function verdict({ ok, limit, atLeast, problem, note, tries }) {
  const [isFree, tooBad] = atLeast === undefined ? [limit === null, 'TOO MUCH'] : [false, 'TOO LITTLE'];
  const word = problem ?? (isFree ? '' : ok ? 'ok' : tooBad);
  const more = [note, tries > 1 ? `better of ${tries} tries` : null].filter((text) => text !== null);
  return more.length === 0 ? word : `${word} (${more.join('; ')})`;
}

const cellsOf = (row) => [
  row.what,
  withUnit(row.floor, row.unit),
  withUnit(row.ours, row.unit),
  renderFigure(row.figure, row),
  renderLimit(row),
  verdict(row),
];

export function renderTable(rows) {
  const lines = [HEAD, ...rows.map(cellsOf)].map((cells) => cells.map((cell) => cell.replaceAll('`', '')));
  const widths = HEAD.map((_, column) => Math.max(...lines.map((cells) => [...cells[column]].length)));
  return lines
    .map((cells) =>
      cells
        .map((cell, n) => cell.padEnd(widths[n]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function renderMarkdown({ date, machine, versions, rows }) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const { swarm, ...others } = versions;
  const programs = Object.entries(others).map(([name, version]) => `${name} ${version}`);
  const { cores, cpu, memoryGb, system } = machine;
  return [
    `Swarm ${swarm}, ${date.slice(0, 10)}, on ${cores} × ${cpu}, ${memoryGb} GB, ${system};`,
    `${programs.join(', ')}.`,
    '',
    line(HEAD),
    line(HEAD.map(() => '---')),
    ...rows.map((row) => line(cellsOf(row))),
  ].join('\n');
}

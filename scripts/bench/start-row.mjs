// What stands in the table about a start: ours against the same by hand, round by round.
import { median, percentile, rounded, spread } from './figures.mjs';
import { makeRow } from './row.mjs';

/** Each round has `node`, a bare start of Node; `bare`, the same work without us; and `ours`. All in ms. */
export function makeStartRow(rounds, row) {
  const floors = rounds.map(({ node, bare }) => node + bare);
  const ours = rounds.map((round) => round.ours);
  const differences = rounds.map((round, index) => round.ours - floors[index]);
  return makeRow({
    ...row,
    unit: 'ms',
    by: 'difference',
    floor: median(floors),
    ours: median(ours),
    note: `p90 +${rounded(percentile(differences, 0.9))} ms`,
    detail: {
      differences: spread(differences),
      node: spread(rounds.map(({ node }) => node)),
      bare: spread(rounds.map(({ bare }) => bare)),
      ours: spread(ours),
    },
  });
}

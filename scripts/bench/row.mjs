// One line of the result: a figure of ours, what it is compared with, and the limit.
import { rounded } from './figures.mjs';

const COMPARE = {
  ratio: ({ floor, ours }) => ours / floor,
  difference: ({ floor, ours }) => ours - floor,
  value: ({ ours }) => ours,
};

/**
 * `by` says how ours is held against the floor: as a ratio to it, as a difference from it, or by itself. A
 * figure is good when small, and has a `limit`; or good when large, and must be `atLeast` something. A row
 * with neither only tells.
 */
export function makeRow({ floor = null, limit = null, atLeast = null, problem = null, note = null, ...row }) {
  const { name, what, unit, by, ours, detail } = row;
  const figure = COMPARE[by]({ floor, ours });
  return {
    name,
    what,
    unit,
    by,
    floor: floor === null ? null : rounded(floor),
    ours: rounded(ours),
    figure: rounded(figure),
    limit,
    ...(atLeast === null ? {} : { atLeast }),
    problem,
    note,
    ok: problem === null && (limit === null || figure <= limit) && (atLeast === null || figure >= atLeast),
    ...(detail === undefined ? {} : { detail }),
  };
}

/** A row that could not be measured, and why. */
export const makeEmptyRow = ({ name, what, unit, by, limit = null, problem }) => ({
  ...{ name, what, unit, by, floor: null, ours: null, figure: null, limit, problem, note: null, ok: false },
});

/** Of two tries at the same row, the one to keep. No figure makes up for a problem. */
export function betterOf(first, second) {
  if (first.ok !== second.ok) return first.ok ? first : second;
  if (second.problem !== null) return second;
  const isLarger = second.figure > first.figure;
  return isLarger === (first.atLeast !== undefined) ? second : first;
}

// One line of the result: a figure of ours, what it is compared with, and the limit.
import { rounded } from './figures.mjs';

const COMPARE = {
  ratio: ({ floor, ours }) => ours / floor,
  difference: ({ floor, ours }) => ours - floor,
  value: ({ ours }) => ours,
};

/**
 * `by` says how ours is held against the floor: as a ratio to it, as a difference from it, or by itself. A
 * row without a limit only tells.
 */
export function makeRow({ floor = null, limit = null, problem = null, note = null, ...row }) {
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
    problem,
    note,
    ok: problem === null && (limit === null || figure <= limit),
    ...(detail === undefined ? {} : { detail }),
  };
}

/** Of two tries at the same row, the one to keep. */
export function betterOf(first, second) {
  if (first.ok !== second.ok) return first.ok ? first : second;
  return second.problem === null && second.figure < first.figure ? second : first;
}

// The few sums that the rows need.

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);

/** The smallest figure that at least this share of all figures does not pass. */
export function percentile(numbers, share) {
  if (numbers.length === 0) throw new Error('there is nothing to take a percentile of');
  return sorted(numbers)[Math.max(0, Math.ceil(share * numbers.length) - 1)];
}

export function median(numbers) {
  const ordered = sorted(numbers);
  const middle = ordered.length >> 1;
  return ordered.length % 2 === 1 ? ordered[middle] : (percentile(numbers, 0.5) + ordered[middle]) / 2;
}

export const rounded = (number) => Number(number.toPrecision(4));

/** What came of a list of times, for those who want to see more than one figure. */
export const spread = (times) => ({
  runs: times.length,
  p50: rounded(median(times)),
  p90: rounded(percentile(times, 0.9)),
  p99: rounded(percentile(times, 0.99)),
  worst: rounded(percentile(times, 1)),
});

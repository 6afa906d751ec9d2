/**
 * The suite tries the same inputs each time, so that it fails for a change and not by chance. To look for
 * more: `SWARM_FUZZ_SEED=$RANDOM SWARM_FUZZ_TIMES=100 ./test tests/fuzz`.
 */
const seed = Number(process.env.SWARM_FUZZ_SEED ?? 1);
const times = Number(process.env.SWARM_FUZZ_TIMES ?? 1);

export const runs = (count: number): Readonly<{ seed: number; numRuns: number }> => ({
  seed,
  numRuns: count * times,
});

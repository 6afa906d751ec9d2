import fc from 'fast-check';

// A run that lands a change tries the same inputs each time, so that a red one is about the change. The long
// suites try new ones; a failure prints the seed that repeats it here.
const SEED = process.env.SWARM_TEST_SEED ?? (process.env.SWARM_TEST_LONG === '1' ? null : '20261118');

if (SEED !== null) fc.configureGlobal({ seed: Number(SEED) });

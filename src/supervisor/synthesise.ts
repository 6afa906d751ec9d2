import { reportRun } from '../app/run/show-run.ts';
import type { Run } from '../domain/run/run.ts';
import type { RoundDeps } from './deps.ts';

/** Puts the outcome of a run together, in files for people and programs. */
export async function synthesise(deps: RoundDeps, run: Run): Promise<void> {
  await reportRun(deps, run);
}

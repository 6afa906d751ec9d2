import { draftLoop, type Loop } from '../../src/domain/loop/loop.ts';

const AT = 1_000;

/** A loop that may begin something, for tests to change what they are about. */
export const aLoop = (changes: Partial<Loop> = {}): Loop => ({
  ...draftLoop(
    {
      persona: 'scout',
      cli: null,
      model: null,
      concurrency: 1,
      maxWaiting: 5,
      maxFailures: null,
      backoffCapMs: null,
      archives: false,
      maxIterations: 0,
      untilEmpty: false,
      delayMs: 5_000,
      template: 'Do {{TITLE}}',
      hasWorkspace: false,
      gate: null,
      workDir: null,
      rig: null,
      label: null,
      actor: null,
      hostId: null,
    },
    { id: 'loop-1', at: AT },
  ),
  ...changes,
});

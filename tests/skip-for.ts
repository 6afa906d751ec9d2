import { TestRunner } from 'vitest';

declare module 'vitest' {
  export interface TaskMeta {
    /** The program for the lack of which it was skipped; `./test` tells it at the end. */
    lacks?: string;
  }
}

/** Skips the test that is being run, because a program that it needs could not be had. */
export function skipFor(label: string, why: string): never {
  const asking = TestRunner.getCurrentTest();
  if (asking !== undefined) {
    asking.meta.lacks = label;
    asking.context.skip(`${label}: ${why}`);
  }
  throw new Error(`${label} is not there: ${why}`);
}

import { test } from 'vitest';
import { expectWholeAfterEveryStep } from './every-step.ts';

const LIMIT = { timeout: 400_000 };

test(
  'SIGKILL at every step of kill, and again during recovery: it ends once, with nothing left over',
  LIMIT,
  () => expectWholeAfterEveryStep('kill', 'KILLED'),
);

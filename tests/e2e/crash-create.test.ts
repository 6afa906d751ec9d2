import { test } from 'vitest';
import { expectWholeAfterSteps } from './every-step.ts';

const LIMIT = { timeout: 400_000 };

test(
  'SIGKILL at any step of create, and again during recovery: it ends once, with nothing left over',
  LIMIT,
  () => expectWholeAfterSteps('create', 'COMPLETED'),
);

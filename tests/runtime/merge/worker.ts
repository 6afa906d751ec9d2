// Merges in a process of its own, so that it can be killed.
import { realMerges } from '../../../src/runtime/merge/real-merges.ts';
import { marksOf } from '../workspace/marks.ts';

const { settings, request } = JSON.parse(process.argv[2] ?? '');
const merges = realMerges({ ...settings, marks: marksOf(settings.project), clock: { now: () => 0 } });

merges
  .merge({ ...request, tell: () => {} })
  .then((outcome) => process.stdout.write(JSON.stringify(outcome)))
  .catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
  });

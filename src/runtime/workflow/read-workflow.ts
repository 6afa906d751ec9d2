import { basename } from 'node:path';
import type { ReadWorkflow } from '../../contract/parse-workflow.ts';
import { readOwn } from '../agent-files/read-plain.ts';
import { ENDINGS } from './workflow-folders.ts';

/** Undefined when there is no such file. */
export async function readWorkflow(file: string): Promise<ReadWorkflow | undefined> {
  // Lazy: most commands need no workflow, and the YAML parser is slow to load.
  const { parseWorkflow } = await import('../../contract/parse-workflow.ts');
  const { WORKFLOW_MAX_BYTES } = await import('../../contract/workflow.ts');
  const read = readOwn(file, WORKFLOW_MAX_BYTES);
  if (read === null) return undefined;
  if ('problem' in read) return brokenWorkflow(file, read.problem);
  if (read.text === null)
    return brokenWorkflow(file, `is larger than ${WORKFLOW_MAX_BYTES / 1024} KB (${read.bytes} bytes)`);
  return parseWorkflow(read.text, { name: nameOf(file), file });
}

const nameOf = (file: string): string => {
  const ending = ENDINGS.find((one) => file.endsWith(one)) ?? '';
  return basename(file, ending);
};

/** What stands for a workflow that cannot be read at all. */
export const brokenWorkflow = (file: string, problem: string): ReadWorkflow => ({
  workflow: null,
  problems: [{ file, line: 1, problem }],
  locate: (other) => ({ file, line: 1, problem: other.problem }),
});

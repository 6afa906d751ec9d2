import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ReadWorkflow } from '../../contract/parse-workflow.ts';
import { ENDINGS } from './workflow-folders.ts';

const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);

/** Undefined when there is no such file. */
export async function readWorkflow(file: string): Promise<ReadWorkflow | undefined> {
  // Lazy: most commands need no workflow, and the YAML parser is slow to load.
  const { parseWorkflow } = await import('../../contract/parse-workflow.ts');
  const { WORKFLOW_MAX_BYTES } = await import('../../contract/workflow.ts');
  try {
    const seen = await stat(file);
    if (!seen.isFile()) return broken(file, 'is not a file');
    if (seen.size > WORKFLOW_MAX_BYTES) {
      return broken(file, `is larger than ${WORKFLOW_MAX_BYTES / 1024} KB (${seen.size} bytes)`);
    }
    return parseWorkflow(await readFile(file, 'utf8'), { name: nameOf(file), file });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return MISSING.has(code) ? undefined : broken(file, `cannot be read (${code ?? error})`);
  }
}

const nameOf = (file: string): string => {
  const ending = ENDINGS.find((one) => file.endsWith(one)) ?? '';
  return basename(file, ending);
};

const broken = (file: string, problem: string): ReadWorkflow => ({
  workflow: null,
  problems: [{ file, line: 1, problem }],
  locate: (other) => ({ file, line: 1, problem: other.problem }),
});

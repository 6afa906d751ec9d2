import { join, resolve } from 'node:path';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { readOwn } from '../agent-files/read-plain.ts';

type TemplatePaths = Readonly<{ root: string; shipped: string; limitBytes: number }>;
type Template = Readonly<{ file: string; text: string }>;

const STANDARD = join('templates', 'bootstrap.md');

/** The template of this name, from the project's folder on; without one, the project's own or the shipped. */
export async function findTemplate(
  { root, shipped, limitBytes }: TemplatePaths,
  file: string | undefined,
): Promise<Outcome<Template>> {
  if (file !== undefined) return readTemplate(resolve(root, file), { file, limitBytes });
  const own = await readTemplate(join(root, STANDARD), { file: STANDARD, limitBytes });
  if (own.ok || own.refusal.code !== 'template-missing') return own;
  return readTemplate(join(shipped, 'bootstrap.md'), { file: STANDARD, limitBytes });
}

async function readTemplate(
  path: string,
  { file, limitBytes }: Readonly<{ file: string; limitBytes: number }>,
): Promise<Outcome<Template>> {
  const read = readOwn(path, limitBytes);
  if (read === null || 'problem' in read) return refuse({ code: 'template-missing', file });
  if (read.text === null) return refuse({ code: 'prompt-too-large', file, bytes: read.bytes, limitBytes });
  return accept({ file, text: read.text });
}

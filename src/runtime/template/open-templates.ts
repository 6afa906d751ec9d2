import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isSafeId } from '../../contract/id.ts';
import { parseTemplate } from '../../contract/template-file.ts';
import { nearest } from '../../domain/config/nearest.ts';
import { accept, refuse } from '../../domain/outcome.ts';
import type { LocatedTemplate, Templates } from './templates.ts';

type Folders = Readonly<{ root: string; shipped: string }>;

const ENDING = '.md';
const MOST_FILES = 500;
const MOST_BYTES = 1_048_576;

/** Templates are the Markdown files of `templates/` that have a description in their front matter. */
export function openTemplates({ root, shipped }: Folders): Templates {
  const sources = [
    { source: 'project', folder: join(root, 'templates') },
    { source: 'shipped', folder: shipped },
  ] as const;
  const list = async (): Promise<readonly LocatedTemplate[]> => {
    const found = new Map<string, LocatedTemplate>();
    for (const { source, folder } of sources)
      for (const name of await listNames(folder)) {
        const located = found.has(name) ? null : await locate({ source, folder, name });
        if (located !== null) found.set(name, located);
      }
    return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  };
  return {
    list,
    async find(name) {
      const all = await list();
      const located = all.find((one) => one.name === name);
      if (!located) {
        const names = all.map((one) => one.name);
        return refuse({ code: 'template-not-found', name, near: nearest(name, names, 5) });
      }
      const [first] = located.problems;
      const { file, template } = located;
      if (first !== undefined || template === null)
        return refuse({ code: 'template-broken', file, ...(first ?? { line: 1, problem: 'is empty' }) });
      return accept({ ...located, template });
    },
  };
}

/** None where there is no folder. */
async function listNames(folder: string): Promise<readonly string[]> {
  const files = await readdir(folder).catch(() => []);
  const names = files.filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length));
  return names.filter(isSafeId).sort().slice(0, MOST_FILES);
}

type TemplateFile = Readonly<{ source: LocatedTemplate['source']; folder: string; name: string }>;

/** Null for what is no template: a pipe, a large file, Markdown of another use. */
async function locate({ source, folder, name }: TemplateFile): Promise<LocatedTemplate | null> {
  const file = join(folder, `${name}${ENDING}`);
  const seen = await stat(file).catch(() => null);
  if (!seen?.isFile() || seen.size > MOST_BYTES) return null;
  const text = await readFile(file, 'utf8');
  const read = parseTemplate(name, text);
  return read && { name, file, source, text, ...read };
}

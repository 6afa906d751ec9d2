import { basename, join } from 'node:path';
import { isSafeId } from '../../contract/id.ts';
import { parseTemplate } from '../../contract/template-file.ts';
import { nearest } from '../../domain/config/nearest.ts';
import { accept, refuse } from '../../domain/outcome.ts';
import { listOwn, readOwn } from '../agent-files/read-plain.ts';
import type { LocatedTemplate, Templates } from './templates.ts';

type Folders = Readonly<{ root: string; shipped: string }>;
type TemplateFolder = Readonly<{ source: LocatedTemplate['source']; folder: string }>;

const ENDING = '.md';
const MOST_FILES = 500;
const MOST_KB = 1024;

/**
 * Templates are the Markdown files of `templates/` that have a description in their front matter. What has
 * the name of one and cannot be read is a broken one.
 */
export function openTemplates({ root, shipped }: Folders): Templates {
  const sources = [
    { source: 'project', folder: join(root, 'templates') },
    { source: 'shipped', folder: shipped },
  ] as const;
  const list = async (): Promise<readonly LocatedTemplate[]> => {
    const found = new Map<string, LocatedTemplate>();
    for (const one of sources.flatMap(listFolder)) if (!found.has(one.name)) found.set(one.name, one);
    return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  };
  return {
    list,
    async find(name) {
      const all = await list();
      const located = all.find((one) => one.name === name);
      if (!located) {
        const names = all.map((one) => one.name).filter(isSafeId);
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

/** A folder that cannot be listed stands for itself, under a name that no template has. */
function listFolder({ source, folder }: TemplateFolder): readonly LocatedTemplate[] {
  const entries = listOwn(folder);
  if ('problem' in entries)
    return [brokenTemplate({ source, folder, name: `${basename(folder)}/` }, { file: folder, ...entries })];
  const names = entries.filter((file) => file.endsWith(ENDING)).map((file) => file.slice(0, -ENDING.length));
  const safe = names.filter(isSafeId).sort().slice(0, MOST_FILES);
  return safe.flatMap((name) => locate({ source, folder, name }) ?? []);
}

type TemplateFile = TemplateFolder & Readonly<{ name: string }>;

/** Null for Markdown of another use. */
function locate(where: TemplateFile): LocatedTemplate | null {
  const { source, folder, name } = where;
  const file = join(folder, `${name}${ENDING}`);
  const own = readOwn(file, MOST_KB * 1024);
  if (own === null) return null;
  if ('problem' in own) return brokenTemplate(where, { file, ...own });
  const { text, bytes } = own;
  if (text === null)
    return brokenTemplate(where, { file, problem: `is larger than ${MOST_KB} KB (${bytes} bytes)` });
  const read = parseTemplate(name, text);
  return read && { name, file, source, text, ...read };
}

const brokenTemplate = (
  { source, name }: TemplateFile,
  { file, problem }: Readonly<{ file: string; problem: string }>,
): LocatedTemplate => ({ name, file, source, text: '', template: null, problems: [{ line: 1, problem }] });

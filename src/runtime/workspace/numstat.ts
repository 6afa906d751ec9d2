import type { ChangedFile } from '../../domain/workspace/work-diff.ts';

/** Reads `--numstat -z`. A renamed file has an empty name, and its two names follow. */
export function parseNumstat(text: string): readonly ChangedFile[] {
  const parts = text.split('\0');
  const files: ChangedFile[] = [];
  for (let at = 0; at < parts.length; at++) {
    const [, added = '', deleted = '', name = ''] = /^(\d+|-)\t(\d+|-)\t(.*)$/s.exec(parts[at] ?? '') ?? [];
    if (added === '') continue;
    const counts = { added: countOf(added), deleted: countOf(deleted) };
    if (name !== '') files.push({ path: name, from: null, ...counts });
    else files.push({ from: parts[++at] ?? '', path: parts[++at] ?? '', ...counts });
  }
  return files;
}

const countOf = (text: string): number | null => (text === '-' ? null : Number(text));

import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { readPlain } from '../agent-files/read-plain.ts';

const MOST_BYTES = 1024 * 1024;

/**
 * The text of a plain file inside one of these folders; null when it is elsewhere, missing, binary or too
 * large. An agent has named the path, so neither a link on the way nor the file itself may lead out.
 */
export async function readPresent(folders: readonly string[], path: string): Promise<string | null> {
  const folder = isAbsolute(path) ? await realOrNull(dirname(path)) : null;
  if (folder === null) return null;
  const roots = await Promise.all(folders.map(realOrNull));
  const isInside = roots.some((root) => root !== null && (folder === root || folder.startsWith(root + sep)));
  const file = isInside ? readPlain(join(folder, basename(path)), MOST_BYTES) : null;
  return file === null || file.text?.includes('\0') ? null : file.text;
}

const realOrNull = (path: string): Promise<string | null> => realpath(path).catch(() => null);

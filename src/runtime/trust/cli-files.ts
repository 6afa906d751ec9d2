import { readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Runnable } from '../../domain/trust/runnable.ts';
import { isGitFolder } from '../project/git-folder.ts';
import { readShown } from './read-shown.ts';

/** Files of a repository that agent CLIs obey: hooks, MCP servers, plugins, what needs no permission. */
const FILES: Readonly<Record<string, string>> = {
  '.claude/settings.json': 'Claude Code',
  '.claude/settings.local.json': 'Claude Code',
  '.mcp.json': 'Claude Code',
  'opencode.json': 'opencode',
  'opencode.jsonc': 'opencode',
};
const FOLDERS: Readonly<Record<string, string>> = {
  '.codex': 'Codex',
  '.gemini': 'Gemini CLI',
  '.opencode': 'opencode',
};
const MOST_FILES = 200;
const MOST_DEPTH = 4;

/** What agent CLIs read from the project, or from a folder above it in the same repository. */
export async function listCliFiles(root: string): Promise<readonly Runnable[]> {
  const found: Runnable[] = [];
  for (const folder of foldersUpToRepository(root)) {
    for (const [name, cli] of Object.entries(FILES)) {
      const path = join(folder, name);
      const text = await readShown(path);
      if (text !== null) found.push({ ...readBy(cli), file: relative(root, path), text });
    }
    for (const [name, cli] of Object.entries(FOLDERS)) {
      found.push(...(await listFolder(root, join(folder, name), cli)));
    }
  }
  return found;
}

function foldersUpToRepository(root: string): readonly string[] {
  const folders = [root];
  for (let last = root; !isGitFolder(last); last = dirname(last)) {
    // No repository at all: the project alone.
    if (dirname(last) === last) return [root];
    folders.push(dirname(last));
  }
  return folders;
}

const readBy = (cli: string) => ({ by: 'cli', what: `read by ${cli}` }) as const;

async function listFolder(root: string, folder: string, cli: string): Promise<readonly Runnable[]> {
  const files = (await listFiles(folder, MOST_DEPTH)).filter((file) => !file.endsWith('.md'));
  const shown = await Promise.all(
    files.slice(0, MOST_FILES).map(async (path) => ({
      ...readBy(cli),
      file: relative(root, path),
      text: (await readShown(path)) ?? '(gone)',
    })),
  );
  const rest = files.length - shown.length;
  if (rest <= 0) return shown;
  return [...shown, { ...readBy(cli), file: relative(root, folder), text: `(${rest} more files)` }];
}

async function listFiles(folder: string, depth: number): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const lists = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) return [path];
      return depth === 0 || entry.name === 'node_modules' ? [] : listFiles(path, depth - 1);
    }),
  );
  return lists.flat().sort();
}

import { type ConfigEntry, runsCommand } from '../../domain/git/command-keys.ts';
import type { Git, GitCall } from './git.ts';

/** Scopes that belong to the person alone, and the settings that we give ourselves. */
const NOT_LOCAL: ReadonlySet<string> = new Set(['system', 'global', 'command']);

/** What a repository's own configuration would run, files that it includes with it. */
export async function observeCommandKeys(
  run: Git['run'],
  { in: folder, gitDir, workTree }: GitCall,
): Promise<readonly ConfigEntry[]> {
  const call: GitCall = {
    ...(folder === undefined ? {} : { in: folder }),
    ...(gitDir === undefined ? {} : { gitDir }),
    ...(workTree === undefined ? {} : { workTree }),
  };
  const scoped = await run(['config', '--list', '--includes', '-z', '--show-scope'], call);
  if (scoped.code === 0) return parseScoped(scoped.stdout);
  // Git before 2.26 tells no scope: then all of it counts, and what the person has accepted is let through.
  const all = await run(['config', '--list', '--includes', '-z'], call);
  return all.code === 0 ? all.stdout.split('\0').flatMap(parseEntry).filter(runsCommand) : [];
}

function parseScoped(text: string): readonly ConfigEntry[] {
  const parts = text.split('\0');
  const entries: ConfigEntry[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    if (!NOT_LOCAL.has(parts[at] ?? '')) entries.push(...parseEntry(parts[at + 1] ?? ''));
  }
  return entries.filter(runsCommand);
}

/** The key, a line feed, the value; a key alone means true. */
function parseEntry(text: string): readonly ConfigEntry[] {
  if (text === '') return [];
  const end = text.indexOf('\n');
  return [end < 0 ? { key: text, value: 'true' } : { key: text.slice(0, end), value: text.slice(end + 1) }];
}

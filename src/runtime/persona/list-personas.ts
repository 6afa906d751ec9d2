import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isSafeId } from '../../contract/id.ts';
import type { Persona, PersonaProblem } from '../../domain/persona/persona.ts';
import { listOwn } from '../agent-files/read-plain.ts';
import { noteShipped } from './note-shipped.ts';
import { type PersonaFolder, type PersonaFolders, personaFolders } from './persona-folders.ts';
import { readPersona } from './read-persona.ts';

export type FoundPersonas = Readonly<{
  personas: readonly Persona[];
  problems: readonly PersonaProblem[];
}>;

const MOST_PER_FOLDER = 2000;

/** Every persona that can be named, in the order of names, and every file that is a broken one. */
export async function listPersonas(folders: PersonaFolders): Promise<FoundPersonas> {
  const byName = new Map<string, Persona | null>();
  const problems: PersonaProblem[] = [];
  for (const folder of personaFolders(folders)) {
    const entries = listOwn(folder.folder);
    if ('problem' in entries) problems.push({ file: folder.folder, line: 1, problem: entries.problem });
    for (const name of listNames(folder)) {
      if (byName.has(name)) continue;
      const found = await readPersona(folder, name);
      if (found === undefined) continue;
      byName.set(name, found.ok ? found.value : null);
      if (!found.ok && found.refusal.code === 'persona-broken') {
        const { file, line, problem } = found.refusal;
        problems.push({ file, line, problem });
      }
    }
  }
  const good = [...byName.values()].filter((persona) => persona !== null);
  const personas = await Promise.all(good.map((persona) => noteShipped(folders, persona)));
  return { personas: personas.sort((a, b) => a.name.localeCompare(b.name, 'en')), problems };
}

/** Names only: no file is read. */
export async function listPersonaNames(folders: PersonaFolders): Promise<readonly string[]> {
  return [...new Set(personaFolders(folders).flatMap(listNames))].sort();
}

function listNames(folder: PersonaFolder): readonly string[] {
  const entries = listOwn(folder.folder);
  if ('problem' in entries) return [];
  return entries
    .slice(0, MOST_PER_FOLDER)
    .map((entry) => folder.nameOf(entry))
    .filter((name): name is string => name !== undefined && isSafeId(name) && hasFile(folder, name))
    .sort();
}

// A folder without its file is no persona: to name it would send the person in a circle.
function hasFile({ folder, fileOf }: PersonaFolder, name: string): boolean {
  try {
    // A link that leads nowhere is a broken persona, and told.
    return lstatSync(join(folder, fileOf(name)), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

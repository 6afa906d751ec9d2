import { readdir } from 'node:fs/promises';
import { isSafeId } from '../../contract/id.ts';
import type { Persona, PersonaProblem } from '../../domain/persona/persona.ts';
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
  for (const place of personaFolders(folders)) {
    for (const name of await listNames(place)) {
      if (byName.has(name)) continue;
      const found = await readPersona(place, name);
      if (found === undefined) continue;
      byName.set(name, found.ok ? found.value : null);
      if (!found.ok && found.refusal.code === 'persona-broken') {
        const { file, line, problem } = found.refusal;
        problems.push({ file, line, problem });
      }
    }
  }
  const personas = [...byName.values()].filter((persona) => persona !== null);
  return { personas: personas.sort((a, b) => a.name.localeCompare(b.name, 'en')), problems };
}

/** Names only: nothing is read. */
export async function listPersonaNames(folders: PersonaFolders): Promise<readonly string[]> {
  const lists = await Promise.all(personaFolders(folders).map(listNames));
  return [...new Set(lists.flat())].sort();
}

async function listNames(place: PersonaFolder): Promise<readonly string[]> {
  const entries = await readdir(place.folder).catch(() => []);
  return entries
    .slice(0, MOST_PER_FOLDER)
    .map((entry) => place.nameOf(entry))
    .filter((name): name is string => name !== undefined && isSafeId(name))
    .sort();
}

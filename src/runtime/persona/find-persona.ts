import { isSafeId } from '../../contract/id.ts';
import { nearest } from '../../domain/config/nearest.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Persona } from '../../domain/persona/persona.ts';
import { listPersonaNames } from './list-personas.ts';
import { noteShipped } from './note-shipped.ts';
import { type PersonaFolders, personaFolders } from './persona-folders.ts';
import { readPersona } from './read-persona.ts';

/** The persona with this name, from the first folder that has it. */
export async function findPersona(folders: PersonaFolders, name: string): Promise<Outcome<Persona>> {
  if (isSafeId(name)) {
    for (const folder of personaFolders(folders)) {
      const found = await readPersona(folder, name);
      if (found !== undefined) return found.ok ? accept(await noteShipped(folders, found.value)) : found;
    }
  }
  const near = nearest(name, await listPersonaNames(folders), 5);
  return refuse({ code: 'persona-not-found', name, folder: folders.agents, near });
}

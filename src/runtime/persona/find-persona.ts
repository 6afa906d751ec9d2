import { isSafeId } from '../../contract/id.ts';
import { nearest } from '../../domain/config/nearest.ts';
import { type Outcome, refuse } from '../../domain/outcome.ts';
import type { Persona } from '../../domain/persona/persona.ts';
import { listPersonaNames } from './list-personas.ts';
import { type PersonaFolders, personaFolders } from './persona-folders.ts';
import { readPersona } from './read-persona.ts';

/** The persona with this name, from the first place that has it. */
export async function findPersona(folders: PersonaFolders, name: string): Promise<Outcome<Persona>> {
  if (isSafeId(name)) {
    for (const place of personaFolders(folders)) {
      const found = await readPersona(place, name);
      if (found !== undefined) return found;
    }
  }
  const near = nearest(name, await listPersonaNames(folders), 5);
  return refuse({ code: 'persona-not-found', name, folder: folders.agents, near });
}

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isSafeId } from '../../contract/id.ts';
import { nearest } from '../../domain/config/nearest.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Misplaced, Persona } from '../../domain/persona/persona.ts';
import { listPersonaNames } from './list-personas.ts';
import { noteShipped } from './note-shipped.ts';
import { type PersonaFolders, personaFolders } from './persona-folders.ts';
import { readPersona } from './read-persona.ts';

const MOST_NAMED = 20;

/** The persona with this name, from the first folder that has it. */
export async function findPersona(folders: PersonaFolders, name: string): Promise<Outcome<Persona>> {
  if (isSafeId(name)) {
    for (const folder of personaFolders(folders)) {
      const found = await readPersona(folder, name);
      if (found !== undefined) return found.ok ? accept(await noteShipped(folders, found.value)) : found;
    }
  }
  const names = await listPersonaNames(folders);
  const near = nearest(name, names, 5);
  const known = near.length > 0 || names.length > MOST_NAMED ? [] : names;
  const misplaced = isSafeId(name) ? findMisplaced(folders, name) : null;
  return refuse({ code: 'persona-not-found', name, folder: folders.agents, near, known, misplaced });
}

/** A file that looks like the persona and lies where none is looked for. */
function findMisplaced({ root, agents }: PersonaFolders, name: string): Misplaced | null {
  const bare = name.replace(/\.md$/, '');
  const file = [join(agents, `${bare}.md`), join(agents, bare, `${bare}.md`)].find((path) =>
    existsSync(resolve(root, path)),
  );
  return file === undefined ? null : { file, to: join(agents, bare, `${bare}-agent.md`) };
}

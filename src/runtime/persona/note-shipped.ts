import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Persona } from '../../domain/persona/persona.ts';
import { type PersonaFolders, personaFolders } from './persona-folders.ts';

/** A project may give a name that people know from Swarm to a persona of its own; then it is told. */
export async function noteShipped(folders: PersonaFolders, persona: Persona): Promise<Persona> {
  const shipped = personaFolders(folders).find(({ source }) => source === 'shipped');
  if (persona.source === 'shipped' || shipped === undefined) return persona;
  const file = join(shipped.folder, shipped.fileOf(persona.name));
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  return isThere ? { ...persona, standsIn: true } : persona;
}

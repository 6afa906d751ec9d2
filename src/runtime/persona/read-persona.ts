import { join } from 'node:path';
import { type Outcome, refuse } from '../../domain/outcome.ts';
import type { Persona } from '../../domain/persona/persona.ts';
import { readOwn } from '../agent-files/read-plain.ts';
import type { PersonaFolder } from './persona-folders.ts';

/** Undefined when the folder has no file for this name. */
export async function readPersona(
  folder: PersonaFolder,
  name: string,
): Promise<Outcome<Persona> | undefined> {
  const file = join(folder.folder, folder.fileOf(name));
  // Lazy: most commands need no persona, and the YAML parser is slow to load.
  const { parsePersona, PERSONA_MAX_BYTES } = await import('../../contract/persona.ts');
  const broken = (problem: string) => refuse({ code: 'persona-broken', file, line: 1, problem });
  const read = readOwn(file, PERSONA_MAX_BYTES);
  if (read === null) return undefined;
  if ('problem' in read) return broken(read.problem);
  if (read.text === null)
    return broken(`is larger than ${PERSONA_MAX_BYTES / 1024} KB (${read.bytes} bytes)`);
  return parsePersona(read.text, { name, file, source: folder.source });
}

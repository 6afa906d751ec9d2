import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Outcome, refuse } from '../../domain/outcome.ts';
import type { Persona } from '../../domain/persona/persona.ts';
import type { PersonaFolder } from './persona-folders.ts';

const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR']);

/** Undefined when the place has no file for this name. */
export async function readPersona(place: PersonaFolder, name: string): Promise<Outcome<Persona> | undefined> {
  const file = join(place.folder, place.fileOf(name));
  // Lazy: most commands need no persona, and the YAML parser is slow to load.
  const { parsePersona, PERSONA_MAX_BYTES } = await import('../../contract/persona.ts');
  const broken = (problem: string) => refuse({ code: 'persona-broken', file, line: 1, problem });
  try {
    const seen = await stat(file);
    if (!seen.isFile()) return broken('is not a file');
    if (seen.size > PERSONA_MAX_BYTES) {
      return broken(`is larger than ${PERSONA_MAX_BYTES / 1024} KB (${seen.size} bytes)`);
    }
    return parsePersona(await readFile(file, 'utf8'), { name, file, source: place.source });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (MISSING.has(code)) return undefined;
    return broken(`cannot be read (${code ?? error})`);
  }
}

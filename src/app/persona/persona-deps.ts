import type { Persona, PersonaProblem } from '../../domain/persona/persona.ts';

export type PersonaList = Readonly<{ personas: readonly Persona[]; problems: readonly PersonaProblem[] }>;

export type PersonaDeps = Readonly<{
  /** Every persona that can be named, and every file that is a broken one. */
  listPersonas: () => Promise<PersonaList>;
}>;

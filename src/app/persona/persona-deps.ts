import type { Persona, PersonaProblem } from '../../domain/persona/persona.ts';

export type PersonaList = Readonly<{
  personas: readonly Persona[];
  problems: readonly PersonaProblem[];
  /** What drives a persona that names no CLI of its own. */
  defaultCli: string;
}>;

export type PersonaDeps = Readonly<{
  /** Every persona that can be named, and every file that is a broken one. */
  listPersonas: () => Promise<PersonaList>;
}>;

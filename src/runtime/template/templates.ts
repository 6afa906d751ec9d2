import type { Outcome } from '../../domain/outcome.ts';
import type { TaskTemplate } from '../../domain/template/template.ts';

/** A template's file, and all that is wrong with it. */
export type LocatedTemplate = Readonly<{
  name: string;
  file: string;
  source: 'project' | 'shipped';
  /** Null when the file cannot be understood. */
  template: TaskTemplate | null;
  /** The whole file. */
  text: string;
  problems: readonly Readonly<{ line: number; problem: string }>[];
}>;

/** Templates of the project, which stand before those that ship with Swarm. */
export interface Templates {
  list(): Promise<readonly LocatedTemplate[]>;
  /** One without problems. */
  find(name: string): Promise<Outcome<LocatedTemplate & Readonly<{ template: TaskTemplate }>>>;
}

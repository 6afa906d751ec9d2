import { join } from 'node:path';
import type { PersonaSource } from '../../domain/persona/persona.ts';

export type PersonaFolders = Readonly<{
  /** The project. */
  root: string;
  /** `paths.agents` of the configuration, relative to the project or absolute. */
  agents: string;
  /** The `agents/` folder of Swarm's own package. */
  shipped: string;
}>;

export type PersonaFolder = Readonly<{
  source: PersonaSource;
  folder: string;
  /** Path of a persona's file inside the folder. */
  fileOf(name: string): string;
  /** Name of the persona that an entry of the folder stands for, if it can. */
  nameOf(entry: string): string | undefined;
}>;

const inOwnFolder = {
  fileOf: (name: string) => join(name, `${name}-agent.md`),
  nameOf: (entry: string) => entry,
};
const flat = {
  fileOf: (name: string) => `${name}.md`,
  nameOf: (entry: string) => (entry.endsWith('.md') ? entry.slice(0, -'.md'.length) : undefined),
};

/** In the order of precedence. */
export const personaFolders = ({ root, agents, shipped }: PersonaFolders): readonly PersonaFolder[] => [
  { source: 'agents', folder: join(agents.startsWith('/') ? '' : root, agents), ...inOwnFolder },
  { source: 'roles', folder: join(root, 'roles'), ...flat },
  { source: 'claude', folder: join(root, '.claude', 'agents'), ...flat },
  { source: 'shipped', folder: shipped, ...inOwnFolder },
];

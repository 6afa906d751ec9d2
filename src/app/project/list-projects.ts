import { ListProjects } from '../../contract/project.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { type ProjectLook, projectsJson } from '../../views/project-list.ts';
import { folderVerb } from '../verb.ts';

/** The projects of this person on this machine. */
export interface KnownProjects {
  /** Notes that there is one here. */
  note(root: string): Promise<void>;
  /** Their roots; what is gone is forgotten. */
  list(): Promise<readonly string[]>;
  /** Its sessions by group, or why they cannot be read. Nothing is made or started. */
  observe(root: string, wanted: ListProjects): Promise<ProjectLook>;
}

export type KnownProjectsDeps = Readonly<{ projects: KnownProjects }>;

async function listProjects(
  { projects }: KnownProjectsDeps,
  wanted: ListProjects,
): Promise<Outcome<readonly ProjectLook[]>> {
  const looks: ProjectLook[] = [];
  for (const root of await projects.list()) looks.push(await projects.observe(root, wanted));
  return accept(looks);
}

export const listProjectsVerb = folderVerb({
  name: 'project.list',
  summary: 'List your projects on this machine, with their sessions by what they want of you',
  asks: 'person',
  reads: true,
  input: ListProjects,
  answer: async () => (await import('../../contract/answer/project-list.ts')).ProjectListAnswer,
  run: listProjects,
  json: projectsJson,
});

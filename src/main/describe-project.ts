import { relative } from 'node:path';
import type { Project } from './project.ts';

/** What a command says first where `verbose` is set: what it works on, and what was set up otherwise. */
export function describeProject({ paths, loaded, config }: Project): string {
  const { root, dbFile } = paths;
  const changed = loaded.resolved.shown.filter(({ origin }) => origin.from !== 'default');
  const lines = [
    `project ${root}`,
    `settings ${loaded.file === null ? 'by default' : relative(root, loaded.file)}`,
    ...changed.map(({ key, origin }) => `setting ${key} from the ${origin.from}`),
    `store ${config.store === null ? relative(root, dbFile) : 'Postgres'}`,
  ];
  return lines.map((line) => `debug: ${line}\n`).join('');
}

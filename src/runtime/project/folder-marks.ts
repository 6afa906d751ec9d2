import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { readOwn } from '../agent-files/read-plain.ts';
import { errnoOf, fileFault } from '../files/file-fault.ts';
import { makeFolder } from '../files/make-folder.ts';

/** In every folder whose content Swarm moves or deletes. */
export const MARK_FILE = '.swarm-mark';

/** What such a folder is for. Content of one kind must not lie where another kind is swept. */
export type OwnKind = 'sessions' | 'worktrees' | 'archive' | 'trash';
export type OwnFolder = Readonly<{ kind: OwnKind; path: string }>;

/** Why a folder is not Swarm's to move or delete from. */
export type Obstacle =
  /** It has the mark of another project, or is for something else. */
  | Readonly<{ is: 'foreign'; of: string }>
  /** It has no mark, and things in it that no row explains. */
  | Readonly<{ is: 'unexplained'; names: readonly string[] }>;

/** Those of the names in a folder that no row explains. */
export type Explain = (folder: OwnFolder, names: readonly string[]) => Promise<readonly string[]>;

export interface FolderMarks {
  readonly projectId: string;
  /**
   * The folder is there, to put something into. It gets the mark when it is made, when it is empty, or when
   * rows explain all of it. A fault when it is another project's.
   */
  ensure(folder: OwnFolder): Promise<void>;
  /** Null when what lies in the folder may be moved and deleted: it is not there, or has the mark. */
  findObstacle(folder: OwnFolder): Promise<Obstacle | null>;
}

type Marking = Readonly<{ id: string; root: string; explain: Explain }>;

export function realFolderMarks(project: Marking): FolderMarks {
  const unexplained = new Set<string>();
  const findObstacle = async (folder: OwnFolder): Promise<Obstacle | null> => {
    const seen = observeMark(folder, project.id);
    if (seen.is !== 'unmarked') return seen.is === 'foreign' ? seen : null;
    const names = await project.explain(folder, seen.names);
    if (names.length > 0) return { is: 'unexplained', names };
    writeMark(folder, project.id);
    return null;
  };
  return {
    projectId: project.id,
    findObstacle,
    async ensure(folder) {
      const seen = observeMark(folder, project.id);
      if (seen.is === 'marked' || unexplained.has(folder.path)) return;
      if (seen.is === 'absent') makeOwn(folder.path, project.root);
      if (seen.is === 'absent' || seen.is === 'empty') return writeMark(folder, project.id);
      const obstacle = await findObstacle(folder);
      if (obstacle?.is === 'foreign') throw obstacleFault(folder, obstacle);
      if (obstacle !== null) unexplained.add(folder.path);
    },
  };
}

type MarkObservation =
  | Readonly<{ is: 'absent' | 'empty' | 'marked' }>
  | Extract<Obstacle, { is: 'foreign' }>
  | Readonly<{ is: 'unmarked'; names: readonly string[] }>;

function observeMark({ kind, path }: OwnFolder, id: string): MarkObservation {
  const mark = readMark(path);
  if (mark !== null) {
    if (mark.id !== id) return { is: 'foreign', of: `another project (${mark.id})` };
    return mark.kind === kind ? { is: 'marked' } : { is: 'foreign', of: `the ${mark.kind} of this project` };
  }
  const names = listNames(path);
  if (names === null) return { is: 'absent' };
  return names.length === 0 ? { is: 'empty' } : { is: 'unmarked', names };
}

const MOST_BYTES = 16 * 1024;

/** What the mark of a folder says; null when it has none. */
export function readMark(folder: string): Readonly<{ id: string; kind: string }> | null {
  const file = join(folder, MARK_FILE);
  const found = readOwn(file, MOST_BYTES);
  if (found === null) return null;
  if (!('text' in found) || found.text === null) {
    throw new Fault('mark-odd', `${file} is no mark that Swarm made`, { hint: 'move it out of the way' });
  }
  const [line = ''] = found.text.split('\n');
  const [id = '', kind = ''] = line.split(' ');
  return { id, kind };
}

const ABOUT = 'Swarm moves and deletes what lies in this folder. Keep files of your own elsewhere.';

export function writeMark({ kind, path }: OwnFolder, id: string): void {
  const file = join(path, MARK_FILE);
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${id} ${kind}\n${ABOUT}\n`, { mode: 0o600 });
    renameSync(draft, file);
  } catch (error) {
    throw fileFault(error, file);
  }
}

function makeOwn(path: string, root: string): void {
  try {
    makeFolder(path, { never: root });
  } catch (error) {
    throw fileFault(error, path);
  }
}

function listNames(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw fileFault(error, folder);
  }
}

const SHOWN_NAMES = 5;

/** What the folder is or holds, to follow its path. */
export function obstacleText(obstacle: Obstacle): string {
  if (obstacle.is === 'foreign') return `belongs to ${obstacle.of}`;
  const { names } = obstacle;
  const more = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : '';
  return `holds what Swarm did not put there: ${names.slice(0, SHOWN_NAMES).join(', ')}${more}`;
}

export const obstacleFault = ({ path }: OwnFolder, obstacle: Obstacle): Fault =>
  new Fault('folder-not-ours', `${path} ${obstacleText(obstacle)}; nothing was moved or deleted`, {
    hint:
      obstacle.is === 'foreign'
        ? 'give each project folders of its own: swarm config show'
        : 'move that to a place of its own, and try again',
  });

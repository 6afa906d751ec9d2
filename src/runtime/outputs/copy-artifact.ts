import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import type {
  ArtifactSource,
  KeptArtifact,
  KeptFile,
  WantedArtifact,
} from '../../domain/run/result/artifact.ts';
import {
  type ArtifactChoice,
  decideArtifactSource,
  fitIntoRoom,
  type Listing,
  type Room,
  type SourceFile,
} from '../../domain/run/result/artifact-source.ts';
import { withFileFaults } from '../files/file-fault.ts';
import type { Git } from '../workspace/git.ts';
import { listRescues } from '../workspace/rescues.ts';
import { exists, findEntry } from '../workspace/worktree-entry.ts';
import { EMPTY_LISTING, type FileListing, lookIntoCommit, lookIntoFolder } from './listing.ts';
import type { RoleWorkspace } from './outputs.ts';

export type Copying = Readonly<{
  git: Git;
  project: string;
  commonDir: string;
  /** The draft of the run's output folder. */
  target: string;
}>;

type Copied = Readonly<{ kept: KeptArtifact; room: Room }>;
type Job = Readonly<{ wanted: WantedArtifact; workspace: RoleWorkspace | undefined; room: Room }>;

// Git's own folder and Swarm's database are never artefacts.
const CLOSED: ReadonlySet<string> = new Set(['.git', '.swarm']);

/** Copies what one message named. A failed copy is reported and does not stop the others. */
export async function copyArtifact(copying: Copying, { wanted, workspace, room }: Job): Promise<Copied> {
  const path = posix.normalize(wanted.path.replaceAll('\\', '/')).replace(/\/+$/, '') || '.';
  const nothing = (note: string): Copied => ({
    kept: { ...wanted, from: null, files: [], notes: [note] },
    room,
  });
  if (path.split('/').some((part) => part === '..' || CLOSED.has(part))) {
    return nothing('it does not lie in the workspace');
  }
  const found = await find(copying, workspace, path);
  if (found === null) return nothing('no such file was found on the branch or in the workspace');
  const fitted = fitIntoRoom(found.listing, room);
  const folder = posix.join(wanted.isApproved ? 'artifacts' : 'unreviewed', wanted.role);
  const files: KeptFile[] = [];
  const notes = [...found.notes];
  for (const file of fitted.taken) {
    const copy = await copyFile(copying, { file, found, to: posix.join(folder, file.path) });
    if (typeof copy === 'string') notes.push(copy);
    else files.push(copy);
  }
  if (fitted.leftOut.length > 0) notes.push(leftOutNote(fitted.leftOut));
  return { kept: { ...wanted, from: found.from, files, notes }, room: fitted.room };
}

const leftOutNote = (leftOut: Listing): string => {
  const bytes = leftOut.reduce((sum, file) => sum + file.bytes, 0);
  const what = leftOut.length === 1 ? (leftOut[0]?.path ?? '') : `${leftOut.length} files`;
  return `${what} (${bytes} bytes) did not fit into what is copied for one run`;
};

type FoundArtifact = Readonly<{
  from: ArtifactSource;
  listing: Listing;
  notes: readonly string[];
  /** The folder that the files lie in; null when git has them. */
  top: string | null;
}>;

async function find(
  copying: Copying,
  workspace: RoleWorkspace | undefined,
  path: string,
): Promise<FoundArtifact | null> {
  const { git, commonDir, project } = copying;
  if (workspace === undefined) {
    const look = await lookIntoFolder({ git, top: project, gitDir: commonDir }, path);
    return look.files.length === 0 ? null : foundIn({ from: 'project', look, top: project });
  }
  const inGit = { git, gitDir: commonDir };
  const loose = await lookLoose(copying, workspace, path);
  const branch = await lookIntoCommit(inGit, `refs/heads/${workspace.branch}`, path);
  const base = await lookIntoCommit(inGit, workspace.baseCommit, path);
  const choice = decideArtifactSource({ base: base.files, branch: branch.files, loose: loose.look.files });
  if (choice === null) return null;
  return foundIn(choice.take === 'loose' ? loose : { from: 'branch', look: branch, top: null }, choice);
}

type Observation = Readonly<{ from: ArtifactSource; look: FileListing; top: string | null }>;

const foundIn = ({ from, look, top }: Observation, choice: ArtifactChoice | null = null): FoundArtifact => ({
  from,
  top,
  listing: look.files,
  notes: [...(choice?.note ? [choice.note] : []), ...look.notes],
});

/** What no commit has: in the folder, or, once that was put away, in the newest rescue of it. */
async function lookLoose(copying: Copying, workspace: RoleWorkspace, path: string): Promise<Observation> {
  const { git, commonDir } = copying;
  const entry = await findEntry(commonDir, workspace.path);
  if (entry !== null && (await exists(workspace.path))) {
    const look = await lookIntoFolder({ git, top: workspace.path, gitDir: entry.adminDir }, path);
    return { from: 'workspace', look, top: workspace.path };
  }
  const rescues = await listRescues(git, commonDir, workspace.sessionId);
  const newest = rescues.toSorted((a, b) => b.number - a.number)[0];
  const look =
    newest === undefined
      ? EMPTY_LISTING
      : await lookIntoCommit({ git, gitDir: commonDir }, newest.commit, path);
  return { from: 'rescue', look, top: null };
}

type FileJob = Readonly<{ file: SourceFile; found: FoundArtifact; to: string }>;

/** The copy, or why there is none. */
async function copyFile(copying: Copying, { file, found, to }: FileJob): Promise<KeptFile | string> {
  const target = join(copying.target, to);
  try {
    await withFileFaults(target, async () => {
      await mkdir(dirname(target), { recursive: true });
      const copy = await open(target, 'w');
      try {
        if (found.top === null) await writeBlob(copying, file.object, copy);
        else await writeFrom(join(found.top, file.path), copy);
      } finally {
        await copy.close();
      }
    });
    return { path: to, ...(await digest(target)) };
  } catch (error) {
    if (error instanceof Fault && error.code !== 'disk-full') return `${file.path} could not be copied`;
    throw error;
  }
}

const writeBlob = async ({ git, commonDir }: Copying, object: string, copy: FileHandle): Promise<void> => {
  await git.ask(['cat-file', 'blob', object], { gitDir: commonDir, outputTo: copy.fd });
};

// A link that took the file's place after the look is not followed, and a pipe would not be waited for.
async function writeFrom(path: string, copy: FileHandle): Promise<void> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const source = await open(path, flags);
  try {
    if (!(await source.stat()).isFile()) throw new Fault('file-failed', `${path} is no plain file`);
    for await (const chunk of source.createReadStream()) await copy.appendFile(chunk as Buffer);
  } finally {
    await source.close();
  }
}

async function digest(path: string): Promise<Pick<KeptFile, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  await withFileFaults(path, async () => {
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk);
      bytes += (chunk as Buffer).length;
    }
  });
  return { bytes, sha256: hash.digest('hex') };
}

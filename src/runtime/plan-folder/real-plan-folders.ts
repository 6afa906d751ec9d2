import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { covers } from '../../domain/plan/handoff.ts';
import { PLAN_FOLDER, roleFiles, roleOfPath } from '../../domain/plan/plan-folder.ts';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { kindOf } from '../agent-files/odd-file.ts';
import { Oddities } from '../agent-files/oddities.ts';
import { isOnePlan } from '../plan/find-plan.ts';
import { type FoundOutput, OutputFiles } from './output-files.ts';
import type { HandedFiles, NoteFile, PlanFolders, TakenOutputs } from './plan-folders.ts';
import type { OutputFolder } from './walk-outputs.ts';

const NOTES_MOST_BYTES = 1024 * 1024;
const READ_ONLY = 0o444;
const OWNER_ONLY = 0o600;
const WRITES_IN_A_ROW = 20;

type Folders = Readonly<{ runsDir: string; plansDir: string; now: () => number }>;

/** A trusted folder, and the folder of a plan in it. */
type Location = Readonly<{ files: AgentFiles; root: string }>;

/** Plan folders on this machine. Agents may write all of them: nothing is opened but by `AgentFiles`. */
export function realPlanFolders({ runsDir, plansDir, now }: Folders): PlanFolders {
  // What is odd is told to the agent in the file beside, not to the person.
  const oddities = new Oddities();
  const isOne = isOnePlan(plansDir);
  const kept = new AgentFiles(runsDir, oddities);
  const shown: Location | null = isOne ? { files: new AgentFiles(plansDir, oddities), root: plansDir } : null;
  const outputs = new OutputFiles(now);
  const taken = new Map<string, string>();
  const ofRun = (runId: string): Location => ({ files: kept, root: join(runsDir, runId) });
  const shownOf = (runId: string): Location => shown ?? ofRun(runId);
  const ofWorkspace = (workspace: string): Location => ({
    files: new AgentFiles(dirname(workspace), oddities),
    root: join(workspace, PLAN_FOLDER),
  });
  const listKept = (runId: string, paths: readonly string[]): readonly FoundOutput[] => {
    const roles = new Set(paths.map(roleOfPath).filter((role) => role !== null));
    const found = [...roles].flatMap((role) => outputs.list(outputsOf(ofRun(runId), role)).outputs);
    return found.filter(({ path }) => paths.some((one) => covers(one, path)));
  };
  const hand = (given: Readonly<{ runId: string; paths: readonly string[]; to: Location; mode: number }>) =>
    copyAll(listKept(given.runId, given.paths), given);
  return {
    isOnePlan: isOne,
    readNotes: ({ workspace, role }) => {
      const read = readNotes(ofWorkspace(workspace), role);
      return read && { ...read, isTaken: taken.get(workspace) === read.stamp };
    },
    rememberTaken: async ({ workspace }, stamp) => void taken.set(workspace, stamp),
    async answerNotes({ workspace, role }, answer) {
      const { files, root } = ofWorkspace(workspace);
      const file = join(root, roleFiles(role).noteProblems);
      files.offer(() => (answer === null ? files.remove(file) : put(files, file, answer)));
    },
    async drawNotes({ workspace, role }, { text, stamp, keepAs }) {
      const { files, root } = ofWorkspace(workspace);
      const file = join(root, roleFiles(role).notes);
      const isSame = (files.stamp(file)?.stamp ?? null) === stamp;
      if (isSame && keepAs !== null) files.offer(() => files.move(file, join(dirname(file), keepAs)));
      if (isSame) files.offer(() => put(files, file, text));
    },
    hasFolder: ({ workspace }) => {
      const { files, root } = ofWorkspace(workspace);
      return files.observe(root)?.isDirectory() ?? false;
    },
    async ensureDrawn(location, { files: texts, handed }) {
      const to = ofWorkspace(location.workspace);
      const own = join(to.root, roleFiles(location.role).outputs);
      const isNew = to.files.observe(own) === null;
      to.files.offer(() => ensureFolders(to, location.role));
      for (const [path, text] of texts) to.files.offer(() => put(to.files, join(to.root, path), text));
      // A workspace that was made anew gets back what was taken in.
      const all = [`${roleFiles(location.role).outputs}/`];
      if (isNew) hand({ runId: location.runId, paths: all, to, mode: OWNER_ONLY });
      return hand({ runId: location.runId, paths: handed, to, mode: READ_ONLY });
    },
    async takeOutputs({ runId, role, workspace }) {
      const all = take(outputs, { role, from: ofWorkspace(workspace), to: ofRun(runId) });
      const paths = [`${roleFiles(role).outputs}/`];
      if (shown !== null) copyAll(listKept(runId, paths), { paths, to: shown, mode: OWNER_ONLY });
      return all;
    },
    async handOutputs(runId, paths, target) {
      return hand({ runId, paths, to: { ...ofWorkspace(target), root: target }, mode: READ_ONLY });
    },
    listOutputs: (runId, paths) => listKept(runId, paths).map(({ content: _, ...output }) => output),
    ...runDrawings(shownOf),
  };
}

/** Shown files of runs. What this process has drawn is not written again before it changes. */
function runDrawings(
  locationOf: (runId: string) => Location,
): Pick<PlanFolders, 'drawRun' | 'ensureRunFileGone'> {
  const drawn = new Map<string, string>();
  let writes = 0;
  return {
    async drawRun(runId, path, text) {
      const { files, root } = locationOf(runId);
      const file = join(root, path);
      const hash = createHash('sha256').update(text).digest('hex');
      if (drawn.get(file) === hash) return;
      writes += 1;
      // All calls are sync: between so many of them others may go on.
      if (writes % WRITES_IN_A_ROW === 0) await setImmediate();
      if (files.offer(() => put(files, file, text))) drawn.set(file, hash);
    },
    async ensureRunFileGone(runId, path) {
      const { files, root } = locationOf(runId);
      drawn.delete(join(root, path));
      files.offer(() => files.remove(join(root, path)));
    },
  };
}

function readNotes({ files, root }: Location, role: string): Omit<NoteFile, 'isTaken'> | null {
  const file = join(root, roleFiles(role).notes);
  const seen = files.observe(file);
  const stamp = files.stamp(file);
  if (seen === null || stamp === null) return null;
  if (!seen.isFile()) return { text: null, odd: kindOf(seen), ...stamp };
  const read = files.read(file, NOTES_MOST_BYTES);
  return read && { text: read.text, odd: null, changedAt: read.changedAt, stamp: read.stamp };
}

/** What is there already is not written again: its folder may be watched, and each change wakes a round. */
const put = (files: AgentFiles, path: string, text: string): void => {
  if (files.read(path, Buffer.byteLength(text))?.text === text) return;
  files.ensureFolder(dirname(path));
  files.write(path, text);
};

/** It ignores itself before anything else lies in it, so git never sees any of it. */
function ensureFolders({ files, root }: Location, role: string): void {
  files.ensureFolder(root);
  files.writeNew(join(root, '.gitignore'), '*\n');
  for (const path of [roleFiles(role).drive, roleFiles(role).outputs]) files.ensureFolder(join(root, path));
}

const outputsOf = ({ files, root }: Location, role: string): OutputFolder => {
  const path = roleFiles(role).outputs;
  return { files, folder: join(root, path), path };
};

/** Whole and at once; false when it is gone, or an agent is in the way. */
function copyOne({ path, content }: FoundOutput, { files, root }: Location, mode: number): boolean {
  const file = join(root, path);
  const bytes = content();
  if (bytes === null) return false;
  return files.offer(() => {
    files.ensureFolder(dirname(file));
    files.write(file, bytes, mode);
  });
}

type Copying = Readonly<{ paths: readonly string[]; to: Location; mode: number }>;

/** Copies what differs, each file whole and at once. */
function copyAll(found: readonly FoundOutput[], { paths, to, mode }: Copying): HandedFiles {
  const given = found.filter((output) => copyOne(output, to, mode));
  const isThere = (path: string): boolean => given.some((one) => covers(path, one.path));
  return { given: given.map(({ path }) => path), missing: paths.filter((path) => !isThere(path)) };
}

type Taking = Readonly<{ role: string; from: Location; to: Location }>;

/** What is gone from the workspace goes from the copy too; a workspace that is gone changes nothing. */
function take(all: OutputFiles, { role, from, to }: Taking): TakenOutputs {
  const source = outputsOf(from, role);
  const target = outputsOf(to, role);
  if (!from.files.observe(source.folder)?.isDirectory()) return { outputs: [], problems: [] };
  const { outputs, problems, isCut } = all.list(source);
  const kept = new Map(all.list(target).outputs.map(({ path, hash }) => [path, hash]));
  for (const output of outputs) {
    if (kept.get(output.path) !== output.hash) copyOne(output, to, OWNER_ONLY);
  }
  const there = new Set([...outputs, ...problems].map(({ path }) => path));
  const gone = isCut ? [] : [...kept.keys()].filter((path) => !there.has(path));
  for (const path of gone) to.files.offer(() => to.files.remove(join(to.root, path)));
  answerOutputs(from, role, problems);
  return { outputs: outputs.map(({ content: _, ...output }) => output), problems };
}

function answerOutputs({ files, root }: Location, role: string, problems: TakenOutputs['problems']): void {
  const file = join(root, roleFiles(role).outputProblems);
  const text = `${JSON.stringify({ not_taken_in: problems }, null, 2)}\n`;
  if (problems.length === 0 && files.observe(file) === null) return;
  files.offer(() => (problems.length === 0 ? files.remove(file) : put(files, file, text)));
}

import { at, isNode, isTestFile, nameOf, nodesOf, type Rule, type SourceFile } from './source-file.ts';

/** The one module that opens what agents may have written. */
const MODULE = 'src/runtime/agent-files/';
/** What lies in one of these folders meets files that agents can write. */
const NEAR = [
  /^src\/(app|supervisor|domain|views|cli|library|agents)\//,
  /^src\/runtime\/(attempt|outbox|output|outputs|files|persona|workflow|template|plan|prompt|config|agent)\//,
  /^src\/runtime\/(gate|merge|workspace|log)\//,
];
/** So does any other file that names one of these. */
const NAMES: ReadonlySet<string> = new Set([
  'attemptFolder',
  'sessionDirOf',
  'sessionsDir',
  'runsDir',
  'worktreesDir',
  'launchersDir',
]);
// These open nothing and change nothing, or work on what is open already.
const HARMLESS =
  /^(constants|watch|statfs|realpath(Sync)?|fstatSync|(read|write|close|fsync|ftruncate)Sync|[A-Z]\w*)$/;

/** Why a file may look or write past the module. Each must still need it. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/runtime/attempt/asker.ts': 'runs as the agent itself, inside its attempt',
  'src/runtime/agent/list-running.ts': "lists names in the CLI's own folder",
  'src/runtime/agent/mend-file.ts': "mends the CLI's own settings, when the person asks for it",
  'src/runtime/agent/real-start-probe.ts': 'asks only whether a file is there',
  'src/runtime/files/blobs.ts': 'names are hashes, and content is written whole',
  'src/runtime/files/make-folder.ts': 'makes folders, and opens nothing',
  'src/runtime/files/observe-target.ts': 'asks whether a name of the person is free',
  'src/runtime/files/real-drawings.ts': 'asks whether a folder lies in the archive',
  'src/runtime/files/real-session-folders.ts': 'moves whole folders and opens none',
  'src/runtime/files/write-atomic.ts': "writes drafts of its own (wx) in folders of Swarm's own",
  'src/runtime/leftover/drafts.ts': "lists names, and removes drafts of Swarm's own",
  'src/runtime/log/orchestrator-log.ts': "Swarm's own log",
  'src/runtime/merge/scratch.ts': 'makes and removes a scratch worktree',
  'src/runtime/outputs/copy-artifact.ts': 'opens with O_NOFOLLOW and O_NONBLOCK, and copies plain files',
  'src/runtime/outputs/listing.ts': 'lists by lstat, and follows no link out',
  'src/runtime/outputs/real-outputs.ts': "the person's folder of outputs",
  'src/runtime/persona/find-persona.ts': 'asks only whether a file is there',
  'src/runtime/persona/list-personas.ts': 'asks only whether a file is there',
  'src/runtime/persona/note-shipped.ts': 'asks only whether a file of Swarm itself is there',
  'src/runtime/plan/absent-files.ts': 'asks only whether a file is there',
  'src/runtime/plan/publish.ts': 'gives a file that is replaced a second name, and opens none',
  'src/runtime/prompt/read-prompt.ts': 'a file that the person names, a pipe as well',
  'src/runtime/workspace/accepted-keys.ts': "the person's own state folder",
  'src/runtime/workspace/copy-commits.ts': 'makes a file of its own (wx), and removes it',
  'src/runtime/workspace/guarded-git.ts': "a note of Swarm's own beside git's folder",
  'src/runtime/workspace/index-seed.ts': 'writes a copy of the index into a scratch folder',
  'src/runtime/workspace/inner-history.ts': 'looks by lstat',
  'src/runtime/workspace/provision.ts': 'fills a workspace before its agent begins',
  'src/runtime/workspace/ready.ts': 'prepares a workspace before its agent begins',
  'src/runtime/workspace/repair.ts': "moves a whole folder of git's own",
  'src/runtime/workspace/release.ts': 'removes an empty folder',
  'src/runtime/workspace/repository.ts': 'looks by lstat',
  'src/runtime/workspace/restore.ts': 'lists names',
  'src/runtime/workspace/snapshot.ts': 'looks by lstat, and makes a scratch folder',
  'src/runtime/workspace/ref-locks.ts': 'removes locks of git, and looks by lstat at each folder on the way',
  'src/runtime/workspace/throw-away.ts': 'removes a throw-away worktree, as a whole',
  'src/runtime/workspace/trash.ts': 'moves whole folders, and looks by lstat',
  'src/runtime/workspace/work-activity.ts': 'looks by lstat',
  'src/runtime/workspace/work-diff.ts': 'makes a scratch folder outside of the project',
  'src/runtime/workspace/work-tip.ts': 'looks by lstat',
  'src/runtime/workspace/worktree-entry.ts': 'lists names, and looks by lstat',
  'src/runtime/wrap/bwrap-layout.ts': "looks what is there, and makes the agent CLI's own folder",
  'src/main/app-deps.ts': 'asks only whether a file is there',
};

/** What a file imports of the file system that could open or change something. */
export function listOpeners(file: SourceFile): readonly { name: string; offset: number }[] {
  return nodesOf(file, 'ImportDeclaration', 'ImportExpression')
    .filter(({ source }) => isNode(source) && /^(node:)?fs(\/promises)?$/.test(String(source.value)))
    .flatMap(({ type, specifiers, importKind, start }) => {
      if (type === 'ImportExpression') return [{ name: '*', offset: start }];
      const all = Array.isArray(specifiers) && importKind !== 'type' ? specifiers.filter(isNode) : [];
      return all.map((one) => ({ name: nameOf(one.imported) ?? nameOf(one.local) ?? '*', offset: start }));
    })
    .filter(({ name }) => !HARMLESS.test(name));
}

const isNear = (file: SourceFile): boolean =>
  NEAR.some((folder) => folder.test(file.path)) ||
  nodesOf(file, 'Identifier').some((node) => NAMES.has(nameOf(node) ?? ''));

const isConcerned = (file: SourceFile): boolean =>
  file.path.startsWith('src/') && !isTestFile(file.path) && !file.path.startsWith(MODULE) && isNear(file);

export const agentFilesAreOpenedInOnePlace: Rule = {
  claim: 'what agents may have written is opened, listed, moved and written in src/runtime/agent-files alone',
  check: (file) =>
    !isConcerned(file) || EXCEPTIONS[file.path] !== undefined
      ? []
      : listOpeners(file).map(({ name, offset }) => `${at(file, offset)} ${name} of the file system`),
};

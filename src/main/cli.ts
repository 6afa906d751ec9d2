import {
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';

declare const __SWARM_VERSION__: string;

type Program = Readonly<{ runCli(argv: readonly string[], version: string): Promise<void> }>;

const STDOUT = 1;
const MOST_KEPT = 60;
const argv = process.argv.slice(2);

// Answered before anything else is loaded.
if (argv.length === 1 && argv[0] === '--version') writeSync(STDOUT, `${__SWARM_VERSION__}\n`);
else void loadProgram().runCli(argv, __SWARM_VERSION__);

// What most commands do without is in a second file. It is opened now, so that a build meanwhile cannot
// replace it under a command that runs for long.
function loadProgram(): Program {
  const more = openSync(join(import.meta.dirname, 'more.cjs'), 'r');
  const module = { exports: {}, loadMore: (given: unknown) => void run('more.cjs', { given }, more) };
  run('cli.cjs', module);
  return module.exports as Program;
}

/**
 * Half of a start would be the compiling of half a megabyte. V8's own record of it, made by the first run of
 * a command, is kept beside the bundle: one for each command, because it holds what that one needed.
 */
function run(name: string, module: Readonly<{ exports?: object; given?: unknown }>, open?: number): void {
  const file = join(import.meta.dirname, name);
  const { mtimeMs, size } = open === undefined ? statSync(file) : fstatSync(open);
  // V8 compares no more of the source than its length, so the name must tell one build from another.
  const build = `${name}-${process.version}-${process.arch}-${Math.round(mtimeMs)}-${size}`;
  const cache = join(import.meta.dirname, 'cache', `${build}-${commandName()}`);
  const cachedData = readIfThere(cache);
  // A function of what a module is given, in nothing but ASCII, as the bundler has made it: read like this it
  // is one copy of the file and no more.
  const script = new Script(readFileSync(open ?? file, 'latin1'), {
    filename: file,
    ...(cachedData ? { cachedData } : {}),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const isUsed = cachedData !== undefined && script.cachedDataRejected !== true;
  if (!isUsed) process.once('exit', () => keep(script, { name, cache, build }));
  script.runInThisContext()(module.exports, require, module, file, import.meta.dirname);
}

// What is no name of a command shares one record with all else of its kind.
function commandName(): string {
  return /^[a-z-]{1,20}$/.exec(argv[0] ?? '')?.[0] ?? 'other';
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

// Made at the end, when it holds the functions that were needed. A folder that cannot be written costs only
// time.
function keep(
  script: Script,
  { name: program, cache, build }: Readonly<{ name: string; cache: string; build: string }>,
): void {
  try {
    const folder = dirname(cache);
    mkdirSync(folder, { recursive: true });
    const names = readdirSync(folder).filter((name) => name.startsWith(program));
    const old = names.filter((name) => !name.startsWith(build));
    if (names.length - old.length >= MOST_KEPT) return;
    const draft = `${cache}.${process.pid}`;
    writeFileSync(draft, script.createCachedData());
    renameSync(draft, cache);
    for (const name of old) rmSync(join(folder, name), { force: true });
  } catch {}
}

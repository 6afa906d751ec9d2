import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';

declare const __SWARM_VERSION__: string;

type Program = Readonly<{ runCli(argv: readonly string[], version: string): Promise<void> }>;

const STDOUT = 1;
const argv = process.argv.slice(2);

// Answered before anything else is loaded.
if (argv.length === 1 && argv[0] === '--version') writeSync(STDOUT, `${__SWARM_VERSION__}\n`);
else void loadProgram(join(import.meta.dirname, 'cli.cjs')).runCli(argv, __SWARM_VERSION__);

/**
 * Half of a start would be the compiling of half a megabyte. V8's own record of it, made by the first command
 * that runs, is kept beside the bundle.
 */
function loadProgram(file: string): Program {
  const { mtimeMs, size } = statSync(file);
  // V8 compares no more of the source than its length, so the name must tell one build from another.
  const name = `${process.version}-${process.arch}-${Math.round(mtimeMs)}-${size}`;
  const cache = join(dirname(file), 'cache', name);
  const cachedData = readIfThere(cache);
  // A function of what a module is given, in nothing but ASCII, as the bundler has made it: read like this it
  // is one copy of the file and no more.
  const script = new Script(readFileSync(file, 'latin1'), {
    filename: file,
    ...(cachedData ? { cachedData } : {}),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (!cachedData || script.cachedDataRejected === true) process.once('exit', () => keep(script, cache));
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports as Program;
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
function keep(script: Script, cache: string): void {
  try {
    const folder = dirname(cache);
    mkdirSync(folder, { recursive: true });
    const draft = `${cache}.${process.pid}`;
    writeFileSync(draft, script.createCachedData());
    const old = readdirSync(folder).filter((name) => !draft.endsWith(name));
    renameSync(draft, cache);
    for (const name of old) rmSync(join(folder, name), { force: true });
  } catch {}
}

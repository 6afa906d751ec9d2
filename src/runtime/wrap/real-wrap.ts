import type { WrapObservation } from '../../domain/environment/wrap-observation.ts';
import { Fault } from '../../domain/fault.ts';
import { exec } from '../process/exec.ts';
import { findProgram } from '../process/find-program.ts';
import { bwrapLayout, type WrappedProject } from './bwrap-layout.ts';
import { bwrapWords } from './bwrap-words.ts';
import type { Wrap } from './wrap.ts';

type WrapSettings = WrappedProject &
  Readonly<{
    /** The setting `agent.wrap`. */
    wrap: readonly string[] | 'auto';
    /** Where programs are looked for. */
    path: string;
  }>;

const TRIAL = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', 'true'];
const BWRAP = 'bwrap';

export function realWrap(settings: WrapSettings): Wrap {
  let trying: Promise<Tried> | null = null;
  const tryOnce = (): Promise<Tried> => {
    trying ??= tryBwrap(settings.path);
    return trying;
  };
  const { wrap } = settings;
  const observe = async (): Promise<WrapObservation> => {
    if (wrap === 'auto') {
      const { bwrap, why } = await tryOnce();
      return bwrap === null ? { is: 'unprotected', why } : { is: 'hidden', by: bwrap };
    }
    const [program] = wrap;
    if (program === undefined) return { is: 'none' };
    return (await isThere(settings.path, program))
      ? { is: 'named', command: wrap }
      : { is: 'missing', program };
  };
  return {
    observe,
    async wordsFor(target) {
      const seen = await observe();
      if (seen.is === 'missing') throw missing(seen.program);
      if (seen.is === 'named') return seen.command;
      return seen.is === 'hidden' ? bwrapWords(seen.by, bwrapLayout(settings, target)) : [];
    },
  };
}

const missing = (program: string): Fault =>
  new Fault('wrap-missing', `agent.wrap names ${program}, which is not installed or not on the PATH`, {
    hint: 'Install it, or change agent.wrap in swarm.config.json. Nothing was started.',
    retry: true,
  });

type Tried = Readonly<{ bwrap: string | null; why: string }>;

/** Being installed is not enough: many systems keep user namespaces from it. */
async function tryBwrap(path: string): Promise<Tried> {
  const bwrap = await findProgram(path, BWRAP);
  if (bwrap === null) return { bwrap, why: 'bubblewrap (bwrap) is not installed' };
  const { code, stderr } = await exec({ program: bwrap, args: TRIAL, env: { PATH: path } }).catch(
    (error: unknown) => ({ code: 1, stderr: error instanceof Error ? error.message : String(error) }),
  );
  const said = stderr.trim().split('\n')[0] ?? '';
  return code === 0 ? { bwrap, why: '' } : { bwrap: null, why: `bwrap does not work here: ${said}` };
}

const isThere = async (path: string, program: string): Promise<boolean> =>
  program.includes('/')
    ? (await findProgram(
        program.slice(0, program.lastIndexOf('/')),
        program.slice(program.lastIndexOf('/') + 1),
      )) !== null
    : (await findProgram(path, program)) !== null;

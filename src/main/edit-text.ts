import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';
import { errnoOf, withFileFaults } from '../runtime/files/file-fault.ts';
import type { Env } from './project.ts';

const TEXT_MODE = 0o644;

/** Opens a text in the person's editor. A file that is there already is gone on with. */
export async function editText(env: Env, file: string | null, text: string): Promise<Outcome<string>> {
  const editor = env.VISUAL || env.EDITOR;
  if (!editor) return refuse({ code: 'editor-missing', file: file ?? 'the form' });
  const folder = file === null ? await mkdtemp(join(tmpdir(), 'swarm-edit-')) : null;
  const path = file ?? join(folder ?? '', 'summary.md');
  await ensureText(path, text);
  const problem = await runEditor(editor, path, env);
  if (problem !== null) return refuse({ code: 'editor-failed', file: path, problem });
  const edited = await withFileFaults(path, () => readFile(path, 'utf8'));
  if (folder !== null) await rm(folder, { recursive: true, force: true });
  return accept(edited);
}

const ensureText = (path: string, text: string): Promise<void> =>
  withFileFaults(path, async () => {
    try {
      await writeFile(path, text, { flag: 'wx', mode: TEXT_MODE });
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
  });

/** As git does it: the setting may hold words of its own. Null when it ended well. */
function runEditor(editor: string, path: string, env: Env): Promise<string | null> {
  const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'swarm', path], { stdio: 'inherit', env });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(code === 0 ? null : `exit ${code ?? signal}`));
  });
}

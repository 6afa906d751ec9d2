import { spawn } from 'node:child_process';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';
import { exec } from '../runtime/process/exec.ts';
import { renderPaneName } from '../runtime/tmux/names.ts';
import { renderHeadlessNote } from '../views/headless-note.ts';
import type { SessionView } from '../views/session-view.ts';
import { type Env, textsOf } from './project.ts';
import type { OpenedApp } from './wire.ts';

/** The prefix of the tmux that the person is in; null outside of one, or where it does not say. */
export async function observeOuterPrefix(env: Env): Promise<string | null> {
  if (!env.TMUX) return null;
  const args = ['show-options', '-gv', 'prefix'];
  const { stdout, code } = await exec({ program: 'tmux', args, env: textsOf(env) });
  return code === 0 ? stdout.trim() : null;
}

/** Gives the terminal to tmux until the person detaches. */
export async function attachPane(
  { project, runtime }: Pick<OpenedApp, 'project' | 'runtime'>,
  { session }: SessionView,
  env: Env,
): Promise<Outcome<number>> {
  const name = renderPaneName(project.config.tmux.prefix, {
    sessionId: session.id,
    runId: session.runId,
    role: session.role,
  });
  const { tmux } = await runtime();
  const seen = await tmux.observe();
  const hasPane = seen.is === 'serving' && seen.panes.some((pane) => pane.session === name.session);
  if (!hasPane) return refuse({ code: 'attach-needs-tmux', sessionId: session.id });
  const note = session.mode === 'headless' ? renderHeadlessNote(session.id) : undefined;
  const [program = 'tmux', ...words] = tmux.attachArgv(name, note);
  // A person inside tmux would be told that sessions should be nested with care.
  const { TMUX: _, TMUX_PANE: __, ...outside } = env;
  const child = spawn(program, words, { stdio: 'inherit', env: outside });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(accept(code ?? 2)));
  });
}

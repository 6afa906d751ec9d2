import { Fault } from '../../domain/fault.ts';
import type { Execution } from '../process/exec.ts';
import { chain } from './chain.ts';

/** What a pane shows, with its colours. */
export type PaneScreen = Readonly<{
  text: string;
  /** It is in copy mode (a person scrolls): keys would not reach the program. */
  isScrolled: boolean;
}>;

/** Reading and typing in the pane that bears a mark. A pane that is gone is noticed elsewhere. */
export type PaneTyping = Readonly<{
  /** Null when there is no such pane. */
  readScreen(mark: string): Promise<PaneScreen | null>;
  /** Puts a file's text into the pane as one paste, line ends and all. */
  paste(mark: string, file: string): Promise<void>;
  pressEnter(mark: string): Promise<void>;
}>;

type Run = (args: readonly string[]) => Promise<Execution>;

export function paneTyping(run: Run, findPane: (mark: string) => Promise<string | undefined>): PaneTyping {
  const type = async (mark: string, order: (id: string) => readonly (readonly string[])[]) => {
    const id = await findPane(mark);
    if (id === undefined) return;
    const { code, stderr } = await run(chain(...order(id)));
    if (code === 0) return;
    throw new Fault('tmux-failed', `tmux could not type into a pane: ${stderr.trim()}`, { retry: true });
  };
  return {
    async readScreen(mark) {
      const id = await findPane(mark);
      if (id === undefined) return null;
      const mode = ['display-message', '-p', '-t', id, '#{pane_in_mode}'];
      const { code, stdout } = await run(chain(mode, ['capture-pane', '-p', '-e', '-t', id]));
      const [inMode, ...lines] = stdout.split('\n');
      return code === 0 ? { text: lines.join('\n'), isScrolled: inMode !== '0' } : null;
    },
    paste: (mark, file) => {
      const buffer = `swarm-${mark}`;
      // Without -p every line would be submitted by itself.
      const into = (id: string) => ['paste-buffer', '-p', '-d', '-b', buffer, '-t', id];
      return type(mark, (id) => [['load-buffer', '-b', buffer, file], into(id)]);
    },
    pressEnter: (mark) => type(mark, (id) => [['send-keys', '-t', id, 'Enter']]),
  };
}

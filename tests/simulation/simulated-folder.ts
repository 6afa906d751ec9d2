import type { SharedFolders } from '../../src/runtime/workspace/shared-folders.ts';
import type { Life, Schedule } from './schedule.ts';

type Files = ReadonlySet<string>;

const treeOf = (files: Files): string => [...files].sort().join(' ');
const filesOf = (tree: string): Files => new Set(tree.split(' ').filter(Boolean));

/** The checkout that sessions without a workspace share. Each leaves one file there: its own name. */
export class SimulatedFolder {
  readonly files = new Set<string>();
  /** What was saved, by the session whose it is. */
  readonly rescued = new Map<string, Files>();
  readonly #schedule: Schedule;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  of(life: Life): SharedFolders {
    const effect = <T>(label: string, work: () => T): Promise<T> =>
      this.#schedule.act({ life, kind: 'effect', label }, work);
    const stand = () => ({ head: null, branch: 'main', tree: treeOf(this.files) });
    return {
      observeStand: () =>
        this.#schedule.look({ life, kind: 'look', label: 'look at the shared folder' }, stand),
      shelve: ({ participantId }, base) =>
        effect(`save the changes of ${participantId}`, () => {
          this.rescued.set(participantId, new Set(this.files));
          return { is: 'shelved', ref: `r/${participantId}`, full: treeOf(this.files), bare: base.tree };
        }),
      mergeTrees: async ({ base, ours, theirs }) => {
        const [before, mine] = [filesOf(base), filesOf(ours)];
        const added = [...filesOf(theirs)].filter((file) => !before.has(file));
        return { tree: treeOf(new Set([...mine, ...added])), conflicts: [] };
      },
      ensureMoved: (_, from, to) =>
        effect('move files of the shared folder', () => this.#move(filesOf(from), filesOf(to))),
    };
  }

  #move(from: Files, to: Files): readonly string[] {
    for (const file of from) if (!to.has(file)) this.files.delete(file);
    for (const file of to) if (!from.has(file)) this.files.add(file);
    return [];
  }
}

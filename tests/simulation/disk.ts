import type { Workspace } from '../../src/domain/workspace/workspace.ts';
import type { Drawings } from '../../src/runtime/files/drawings.ts';
import type { SessionFolders } from '../../src/runtime/files/session-folders.ts';
import type { Outputs } from '../../src/runtime/outputs/outputs.ts';
import type { Workspaces } from '../../src/runtime/workspace/workspaces.ts';
import type { CallKind, Life, Schedule } from './schedule.ts';

/** Shown files, archived folders and worktrees: what lies on the disk beside the folders of attempts. */
export class Disk {
  /** Session folders that are in their place, with what is shown in them. */
  readonly shown = new Map<string, Map<string, string>>();
  readonly archived = new Map<string, Map<string, string>>();
  readonly worktrees = new Set<string>();
  /** Whose each of them is: a role that is started again goes on in the folder of the one before. */
  readonly #owners = new Map<string, string>();
  /** What runs left, by their ids. */
  readonly outputs = new Map<string, Readonly<Record<string, string>>>();
  readonly #schedule: Schedule;
  /** A checkout, or an install command, takes its time. */
  readonly #passTime: () => void;

  constructor(schedule: Schedule, passTime: () => void) {
    this.#schedule = schedule;
    this.#passTime = passTime;
  }

  drawings(life: Life): Drawings {
    return {
      draw: (sessionId, name, text) =>
        this.#call(life, 'look', `draw ${name} of ${sessionId}`, () => {
          if (this.archived.has(sessionId)) return;
          const files = this.shown.get(sessionId) ?? new Map<string, string>();
          this.shown.set(sessionId, files.set(name, text));
        }),
      hasDrawn: async (sessionId, name) => this.shown.get(sessionId)?.has(name) ?? false,
      drawRun: async () => {},
      drawRunLog: async () => {},
      ensureCompressed: (sessionId) => this.#call(life, 'look', `compress ${sessionId}`, () => {}),
    };
  }

  folders(life: Life): SessionFolders {
    return {
      ensureArchived: (sessionId) =>
        this.#call(life, 'effect', `archive ${sessionId}`, () => {
          this.#move(sessionId, this.shown, this.archived);
          return null;
        }),
      ensureRestored: (sessionId) =>
        this.#call(life, 'effect', `restore ${sessionId}`, () => {
          this.#move(sessionId, this.archived, this.shown);
        }),
      readArchivedResult: async () => null,
      listLeft: async () => [],
      readLeft: async () => null,
      ensureDrawingsKept: async () => {},
      listObstacles: async () => [],
    };
  }

  #move(sessionId: string, from: Disk['shown'], to: Disk['shown']): void {
    const files = from.get(sessionId);
    if (!files || to.has(sessionId)) return;
    from.delete(sessionId);
    to.set(sessionId, files);
  }

  outputsOf(life: Life): Outputs {
    return {
      ensureWritten: (order) =>
        this.#call(life, 'effect', `write what run ${order.runId} left`, () => {
          this.outputs.set(order.runId, order.render([], order.runId));
          return [];
        }),
    };
  }

  workspaces(life: Life): Workspaces {
    return {
      observeChanges: async () => [],
      commitChanges: async (head) => head,
      observeHead: async () => 'head',
      findTaken: async () => null,
      ensureReady: ({ sessionId, path }) =>
        this.#call(life, 'effect', `make the workspace of ${sessionId}`, () => {
          if (!this.worktrees.has(sessionId)) this.#passTime();
          this.worktrees.delete(this.#owners.get(path) ?? '');
          this.#owners.set(path, sessionId);
          this.worktrees.add(sessionId);
        }),
      ensureReleased: (workspace) => this.#release(life, workspace),
      offerRelease: async (workspace) => ({ ...(await this.#release(life, workspace)), obstacle: null }),
      findForeign: async () => null,
      isCommitted: async () => true,
      observeWork: async () => ({ head: 'head', dirtyFiles: [] }),
      observeDiff: async () => null,
      observeSubmission: async (_, paths) => ({
        commit: 'head',
        isOnBranch: true,
        changed: [],
        untracked: [],
        hashes: new Map(paths.map((path) => [path, 'hash'])),
      }),
      observeBranch: async () => ({ isThere: true, tip: 'tip', commits: 1 }),
      listWithCommits: async (workspaces) => workspaces,
      ensureBareBranchGone: async () => ({ is: 'kept', commits: 1 }),
      ensureMergedBranchGone: async () => ({ is: 'kept', commits: 1 }),
      ensureBranchDropped: async () => ({ is: 'kept', commits: 1, rescue: null }),
      listCommitted: async () => [],
      listBranches: async () => new Set(),
      listRemotes: async () => [],
      listUnmerged: async () => new Map(),
      listRescues: async () => [],
      observeLeft: async () => ({ worktree: null, rescues: 0 }),
      renderRescue: async () => '',
      restoreRescue: async () => {},
      ensureTrashSwept: async () => 0,
    };
  }

  #release(life: Life, { sessionId, path }: Workspace): Promise<Readonly<{ rescue: null }>> {
    return this.#call(life, 'effect', `release the workspace of ${sessionId}`, () => {
      this.worktrees.delete(this.#owners.get(path) ?? '');
      return { rescue: null };
    });
  }

  #call<T>(...[life, kind, label, work]: [Life, CallKind, string, () => T]): Promise<T> {
    const call = { life, kind, label: `disk: ${label}` };
    return kind === 'look' ? this.#schedule.look(call, work) : this.#schedule.act(call, work);
  }
}

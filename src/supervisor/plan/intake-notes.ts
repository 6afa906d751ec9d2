import { intakeNoteFile, type NotesTaken } from '../../app/note/intake-note-file.ts';
import { type PlanScene, turnBeganAt } from '../../app/plan/plan-scene.ts';
import type { PlanTask } from '../../domain/plan/plan.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import type { NoteFile } from '../../runtime/plan-folder/plan-folders.ts';
import { renderNoteProblems } from '../../views/plan/session-current.ts';
import type { RoundDeps } from '../deps.ts';

type NoteSource = Readonly<{ notes: NoteFile | null; turns: readonly Turn[] }>;

/** The file as it was seen. `isWhole`: all of it was taken in, so it may be drawn over. */
export type TakenNotes = Readonly<{
  seen: NoteFile | null;
  isWhole: boolean;
  /** Rows were written. */
  hasMoved: boolean;
  /** The task that the file is about, where that is an earlier one. */
  earlier: string | null;
  /** What was not taken in. */
  problems: NotesTaken['problems'];
}>;

const NOTHING = { isWhole: true, hasMoved: false, earlier: null, problems: [] } as const;

/** Takes in the notes of a role, and answers beside them what could not be. */
export async function intakeNotes(
  deps: RoundDeps,
  { location, session, inHand, sight }: PlanScene,
  { notes: seen, turns }: NoteSource,
): Promise<TakenNotes | 'moved'> {
  if (seen === null || inHand === null) return { seen, ...NOTHING };
  const taken =
    seen.odd === null
      ? await intakeNoteFile(deps, {
          session,
          taskId: inHand.task.id,
          ownTasks: sight.plan.tasks.filter((task) => isOf(task, location.role)).map(({ id }) => id),
          text: seen.text,
          turnBeganAt: turnBeganAt(turns),
        })
      : { problems: [oddProblem(seen.odd)], hasMoved: false, earlier: null };
  if (taken === 'moved') return 'moved';
  const { problems, earlier, hasMoved } = taken;
  await deps.planFolders.rememberTaken(location, seen.stamp);
  await deps.planFolders.answerNotes(location, problems.length === 0 ? null : renderNoteProblems(problems));
  return { seen, isWhole: problems.length === 0, hasMoved, earlier, problems };
}

const isOf = ({ role, verifier }: PlanTask, name: string): boolean => role === name || verifier === name;

const oddProblem = (odd: string) => ({
  noteId: null,
  problem: `it is ${odd} and should be a file`,
  remedy: 'write a plain file in its place',
});

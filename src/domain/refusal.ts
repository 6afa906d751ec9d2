import type { LoopState } from './loop/loop.ts';
import type { NoteEvent, NoteState } from './note/note.ts';
import type { EndReason } from './participant/participant.ts';
import type { TakeoverReason } from './participant/takeover.ts';
import type { Misplaced } from './persona/persona.ts';
import type { VersionEvent, VersionState } from './plan/version/plan-version.ts';
import type { BadLine } from './queue/admission.ts';
import type { WorkState } from './queue/work-item.ts';
import type { RaceState } from './race/race.ts';
import type { MachineMeans } from './resource/limiter.ts';
import type { Resource } from './resource/resource-limits.ts';
import type { RunState } from './run/run.ts';
import type { ScheduleState } from './schedule/schedule.ts';
import type { Quota } from './session/quota.ts';
import type { SessionState } from './session/session.ts';
import type { TemplateProblem } from './template/template.ts';
import type { Runnable } from './trust/runnable.ts';

/**
 * Everything that a verb may answer with "no". The code is stable; `src/views/refusal-text.ts` holds the
 * words.
 */
export type Refusal =
  | { code: 'illegal-step'; sessionId: string; state: SessionState; event: string }
  | { code: 'illegal-run-step'; runId: string; state: RunState; event: string }
  | { code: 'illegal-notification-step'; notificationId: string; state: string; event: string }
  | { code: 'moved-meanwhile'; what: string }
  | { code: 'session-not-found'; sessionId: string; near: readonly string[] }
  | { code: 'name-ambiguous'; name: string; candidates: readonly { id: string; title: string }[] }
  | { code: 'no-such-position'; position: number; count: number }
  | { code: 'no-session-matches'; tag: string | null; status: string | null; persona: string | null }
  | { code: 'nothing-selected'; verb: string }
  | { code: 'all-went-on'; sessions: readonly string[] }
  | { code: 'session-not-active'; sessionId: string; status: string }
  | { code: 'session-elsewhere'; sessionId: string; host: string }
  | { code: 'not-joined' }
  | { code: 'hook-settings-bad'; file: string; problem: string }
  | { code: 'hooks-not-agreed'; file: string }
  | { code: 'joined-as'; participantId: string }
  | { code: 'participant-ended'; participantId: string; reason: EndReason; at: number; by: string | null }
  | { code: 'participant-of-another'; participantId: string }
  | { code: 'participant-not-found'; participantId: string; near: readonly string[] }
  | { code: 'takeover-refused'; participantId: string; reasons: readonly TakeoverReason[]; at: number }
  | { code: 'takeover-of-self'; participantId: string }
  | { code: 'takeover-of-session'; sessionId: string; state: SessionState }
  | { code: 'git-cannot-merge-trees' }
  | { code: 'hooks-elsewhere'; folder: string }
  | { code: 'hook-kept-already'; file: string }
  | { code: 'glob-bad'; glob: string; problem: string }
  | { code: 'glob-everything'; glob: string }
  | { code: 'nothing-named'; command: string }
  | {
      code: 'reservation-taken';
      glob: string;
      held: string;
      holder: string;
      since: number;
      until: number | null;
    }
  | { code: 'reservation-released'; glob: string; holder: string }
  | { code: 'reservations-many'; held: number; most: number }
  | { code: 'reservation-not-found'; glob: string; own: readonly string[] }
  | { code: 'session-already-over'; sessionId: string; status: string }
  | { code: 'cannot-continue'; sessionId: string; why: 'live-run'; runId: string }
  | { code: 'cannot-continue'; sessionId: string; why: 'no-task' }
  | { code: 'already-interrupted'; sessionId: string; questionId: string }
  | { code: 'project-interrupted'; text: string }
  | { code: 'project-paused' }
  | { code: 'dashboard-elsewhere'; port: number }
  | { code: 'session-still-live'; sessionId: string; status: string }
  | { code: 'dependency-cycle'; path: readonly string[] }
  | { code: 'base-without-branch'; sessionId: string }
  | { code: 'base-taken'; flag: string }
  | { code: 'result-not-awaited'; name: string; sessionId: string; awaited: readonly string[] }
  | { code: 'no-slot'; limit: number }
  | { code: 'too-deep'; limit: number; sessionId: string; persona: string }
  | { code: 'personas-tied'; names: readonly string[] }
  | { code: 'no-persona-fits'; names: readonly string[] }
  | { code: 'parent-over'; sessionId: string }
  | { code: 'not-own-session'; sessionId: string; verb: string }
  | {
      code: 'quota-spent';
      quota: Quota;
      limit: number;
      /** A persona says so, not a setting. */
      isOfPersona?: boolean;
    }
  | { code: 'key-conflict'; key: string; sessionId: string }
  | { code: 'task-cancelled' }
  | { code: 'id-exhausted'; sessionId: string }
  | {
      code: 'persona-not-found';
      /** The first of all there are, where none of them is near. */
      known?: readonly string[];
      name: string;
      folder: string;
      near: readonly string[];
      misplaced: Misplaced | null;
    }
  | { code: 'persona-broken'; file: string; line: number; problem: string }
  | { code: 'agent-file-bad'; file: string; problem: string }
  | { code: 'verb-unknown'; name: string; near: readonly string[] }
  | { code: 'template-not-found'; name: string; near: readonly string[] }
  | { code: 'template-broken'; file: string; line: number; problem: string }
  | { code: 'template-unfit'; template: string; problem: TemplateProblem }
  | { code: 'template-exists'; name: string; file: string }
  | { code: 'workflow-not-found'; name: string; near: readonly string[] }
  | { code: 'workflow-broken'; file: string; line: number; problem: string }
  | { code: 'workflow-unsound'; name: string; problems: readonly string[] }
  | { code: 'plan-not-found'; name: string; near: readonly string[] }
  | { code: 'plan-unsound'; name: string; findings: number; file: string; line: number; problem: string }
  | { code: 'plan-running'; runId: string; name: string; folder: string }
  | { code: 'plan-folder-taken'; folder: string; name: string }
  | { code: 'plan-folder-tracked'; name: string; folder: string; files: readonly string[] }
  | { code: 'persona-not-called-for'; name: string; plan: string; near: readonly string[] }
  | { code: 'persona-exists'; name: string; file: string }
  | { code: 'plan-never-run'; name: string | null }
  | { code: 'run-not-of-plan'; runId: string; workflow: string }
  | { code: 'task-not-found'; task: string; plan: string; near: readonly string[] }
  | { code: 'task-not-retried'; task: string; status: string }
  | { code: 'plan-list-bad'; bad: readonly BadLine[] }
  | { code: 'plan-not-approved'; name: string; commands: number }
  | { code: 'plan-not-waiting'; plan: string }
  | { code: 'plan-moved'; plan: string }
  | { code: 'plan-live'; plan: string; runId: string; what: 'run' | 'design' }
  | { code: 'plan-summary-bare'; plan: string; file: string }
  | { code: 'editor-missing'; file: string }
  | { code: 'editor-failed'; file: string; problem: string }
  | { code: 'plan-version-decided'; plan: string; number: number; state: VersionState; event: VersionEvent }
  | { code: 'goal-empty' }
  | { code: 'too-many-roles'; workflow: string; roles: number; limit: number }
  | {
      code: 'role-unknown';
      role: string;
      workflow: string;
      known: readonly string[];
      near: readonly string[];
    }
  | { code: 'role-taken'; role: string; branch: string }
  | { code: 'run-not-found'; runId: string; near: readonly string[] }
  | { code: 'role-ambiguous'; role: string; runs: readonly string[] }
  | { code: 'names-a-run'; runId: string; verb: string; roles: readonly string[] }
  | { code: 'run-still-live'; runId: string; state: RunState }
  | { code: 'role-at-work'; runId: string; role: string; sessionId: string }
  | { code: 'mail-not-found'; mailId: string }
  | { code: 'mail-not-received'; mailId: string }
  | { code: 'mail-to-self'; name: string }
  | { code: 'no-recipients'; track: string | null; tracks: readonly string[] }
  | { code: 'query-empty'; query: string }
  | { code: 'recipient-ambiguous'; name: string; ids: readonly string[] }
  | {
      code: 'recipient-ended';
      name: string;
      reason: 'left' | 'expired' | 'taken-over' | null;
      at: number | null;
      by: string | null;
    }
  | { code: 'recipient-unknown'; name: string; near: readonly string[] }
  | { code: 'message-dead-lettered'; messageId: string; why: string }
  | { code: 'run-has-no-pane'; runId: string; state: RunState }
  | { code: 'run-over'; runId: string; state: RunState }
  | { code: 'run-key-conflict'; key: string; runId: string }
  | { code: 'cli-unknown'; name: string; known: readonly string[] }
  | { code: 'mode-unsupported'; cli: string; mode: string }
  | { code: 'prompt-missing'; file: string }
  | { code: 'prompt-unreadable'; file: string; problem: string }
  | { code: 'prompt-empty'; file: string }
  | { code: 'prompt-binary'; file: string; offset: number }
  | { code: 'supervisor-stays'; timeoutMs: number }
  | { code: 'service-unsupported' }
  | { code: 'agents-not-over'; sessions: readonly string[] }
  | { code: 'nothing-to-remove' }
  | { code: 'rows-withheld' }
  | { code: 'service-not-ours'; file: string }
  | { code: 'checkout-taken'; writer: string }
  | { code: 'loop-shares-checkout'; concurrency: number }
  | { code: 'prompt-too-large'; file: string; bytes: number; limitBytes: number }
  | { code: 'schema-missing'; file: string }
  | { code: 'schema-broken'; file: string; position: string; problem: string }
  | { code: 'tmux-missing' }
  | { code: 'tmux-too-old'; version: string; needed: string }
  | { code: 'git-missing' }
  | { code: 'git-too-old'; version: string; needed: string }
  | { code: 'not-a-repository'; path: string }
  | { code: 'no-commit-yet'; path: string }
  | { code: 'question-not-found'; questionId: string }
  | { code: 'question-closed'; questionId: string; state: string; answer: string | null }
  | { code: 'answer-not-offered'; questionId: string; options: readonly string[]; why: string | null }
  | { code: 'note-not-found'; noteId: string }
  | { code: 'note-escalated'; noteId: string }
  | { code: 'plan-change-refused'; runId: string; why: string }
  | { code: 'escalation-refused'; noteId: string; why: string }
  | { code: 'illegal-note-step'; noteId: string; state: NoteState; event: NoteEvent }
  | { code: 'message-not-found'; messageId: string }
  | { code: 'message-not-dead-lettered'; messageId: string }
  | { code: 'message-still-bad'; messageId: string; problem: string }
  | { code: 'body-empty'; what: string }
  | { code: 'body-too-large'; what: string; bytes: number; limitBytes: number }
  | { code: 'archive-missing'; sessionId: string }
  | { code: 'recipient-missing' }
  | { code: 'no-channel'; known: readonly string[] }
  | { code: 'no-workspace'; sessionId: string; folder: string }
  | { code: 'session-file-not-found'; sessionId: string; file: string }
  | { code: 'work-not-there'; sessionId: string; branch: string }
  | { code: 'nothing-to-propose'; sessionId: string }
  | { code: 'program-failed'; program: string; problem: string }
  | { code: 'rescue-not-found'; ref: string; known: readonly string[] }
  | { code: 'rescue-target-taken'; path: string }
  | { code: 'run-not-over'; runId: string; state: RunState }
  | { code: 'run-not-completed'; runId: string; state: RunState }
  | { code: 'no-branch-to-merge'; names: readonly string[] }
  | { code: 'session-not-completed'; sessionId: string; status: string }
  | { code: 'merge-no-branch'; runId: string }
  | { code: 'merge-under-way' }
  | { code: 'merge-no-target'; branch: string | null; problem: 'detached' | 'unborn' | 'missing' }
  | { code: 'merge-branch-missing'; role: string; branch: string }
  | { code: 'merge-target-moved'; branch: string }
  | { code: 'merge-in-the-way'; branch: string; files: readonly string[] }
  | { code: 'result-invalid'; problem: string }
  | { code: 'result-too-large'; sessionId: string; attempt: number; bytes: number; limitBytes: number }
  | { code: 'no-result'; sessionId: string; status: string }
  | { code: 'not-in-attempt'; verb: string }
  | { code: 'not-from-attempt'; verb: string }
  | { code: 'agent-unknown'; tool: string }
  | { code: 'speaks-as-another'; key: string; name: string; self: string }
  | { code: 'project-of-another'; project: string }
  | { code: 'project-not-trusted'; root: string; runnables: readonly Runnable[] }
  | { code: 'attempt-hidden'; verb: string; attempt: string }
  | { code: 'attempt-misnamed'; sessionId: string }
  | { code: 'wrap-missing'; program: string }
  | { code: 'limit-impossible'; resource: Resource; amount: number; machine: MachineMeans }
  | { code: 'nothing-to-interrupt'; sessionId: string }
  | { code: 'cli-needs-command'; cli: string; persona: string }
  | { code: 'probe-unsupported'; program: string }
  | { code: 'cli-not-installed'; cli: string; install: string }
  | { code: 'disk-full'; path: string }
  | { code: 'project-at-home'; root: string }
  | { code: 'project-is-copy'; root: string; was: string }
  | { code: 'copy-shares-rows'; root: string }
  | { code: 'already-on-screen'; sessionId: string }
  | { code: 'not-taken-over'; sessionId: string }
  | { code: 'session-not-parked'; sessionId: string; state: SessionState }
  | { code: 'session-suspended'; sessionId: string; text: string }
  | { code: 'attach-needs-terminal' }
  | { code: 'attach-needs-tmux'; sessionId: string }
  | { code: 'illegal-work-step'; workId: string; state: WorkState; event: string }
  | { code: 'work-not-found'; workId: string; near: readonly string[] }
  | { code: 'work-id-taken'; workId: string }
  | { code: 'work-claimed'; workId: string; holder: string; since: number; until: number }
  | { code: 'work-not-ready'; workId: string; standing: string; waitsFor: readonly string[] }
  | { code: 'lease-gone'; workId: string; fence: number; state: WorkState; holder: string | null }
  | { code: 'nothing-ready'; queued: number; claimed: number }
  | { code: 'unknown-need'; workId: string; need: string }
  | { code: 'needs-cycle'; cycle: readonly string[] }
  | { code: 'template-missing'; file: string }
  | { code: 'illegal-loop-step'; loopId: string; state: LoopState; event: string }
  | { code: 'work-not-own'; workId: string; sessionId: string }
  | { code: 'needs-conflict'; workId: string; files: readonly string[] }
  | { code: 'work-dir-missing'; folder: string }
  | { code: 'work-dir-and-workspace' }
  | { code: 'loop-not-found'; loopId: string; known: readonly string[] }
  | { code: 'illegal-race-step'; raceId: string; state: RaceState; event: string }
  | { code: 'race-not-found'; raceId: string; near: readonly string[] }
  | { code: 'race-undecided'; raceId: string; state: RaceState; verb: string }
  | { code: 'names-a-race'; raceId: string; verb: string }
  | { code: 'race-on-screen'; persona: string }
  | { code: 'race-key-conflict'; key: string; raceId: string }
  | { code: 'gate-not-there'; program: string; command: string; looked: string }
  | { code: 'template-variable'; file: string; line: number; name: string; known: readonly string[] }
  | { code: 'illegal-schedule-step'; scheduleId: string; state: ScheduleState; event: string }
  | { code: 'schedule-not-found'; scheduleId: string; near: readonly string[] }
  | { code: 'schedule-taken'; scheduleId: string }
  | { code: 'schedule-zone-unknown'; zone: string; near: readonly string[] }
  | { code: 'schedule-never'; expression: string }
  /** `field`: null when their number is wrong, or what stands for all of them is unknown. */
  | {
      code: 'schedule-expression-bad';
      expression: string;
      field: string | null;
      text: string;
      allowed: string;
    }
  | { code: 'import-bad'; file: string; count: number; bad: readonly BadLine[] }
  | { code: 'import-format-unknown'; file: string; known: readonly string[] }
  | { code: 'queue-file-missing'; file: string; problem: string }
  | { code: 'json-input-bad'; flag: string; problem: string }
  | { code: 'preflight-conflict'; conflicts: readonly string[]; waitedMs: number | null };

export type RefusalCode = Refusal['code'];

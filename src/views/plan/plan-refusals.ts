import type { NoteEvent } from '../../domain/note/note.ts';
import type { VersionEvent } from '../../domain/plan/version/plan-version.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Words } from '../refusal-text.ts';

type PlanCode =
  | 'plan-not-found'
  | 'plan-unsound'
  | 'plan-running'
  | 'plan-folder-taken'
  | 'plan-folder-tracked'
  | 'plan-list-bad'
  | 'plan-not-approved'
  | 'plan-not-waiting'
  | 'plan-moved'
  | 'plan-live'
  | 'plan-summary-bare'
  | 'editor-missing'
  | 'editor-failed'
  | 'plan-version-decided'
  | 'persona-not-called-for'
  | 'persona-exists'
  | 'plan-never-run'
  | 'run-not-of-plan'
  | 'task-not-found'
  | 'task-not-retried'
  | 'note-not-found'
  | 'note-escalated'
  | 'escalation-refused'
  | 'plan-change-refused'
  | 'illegal-note-step';
type Writers = { readonly [C in PlanCode]: (refusal: Extract<Refusal, { code: C }>) => Words };

const BAD_SHOWN = 5;

const DONE: Readonly<Record<NoteEvent | VersionEvent, string>> = {
  escalate: 'escalated',
  resolve: 'resolved',
  verify: 'verified',
  approve: 'approved',
  reject: 'rejected',
  supersede: 'superseded',
};

/** The texts of refusals of plans and notes. */
export const PLAN_WRITERS: Writers = {
  'note-not-found': ({ noteId }) => ({
    message: `Note not found: ${noteId}`,
    hint: 'List notes: swarm note list',
  }),
  'note-escalated': ({ noteId }) => ({
    message: `Note ${noteId} was escalated: its agent cannot settle it any more`,
    hint: `A person can: swarm note resolve ${noteId} "…"`,
  }),
  'plan-change-refused': ({ runId, why }) => ({
    message: `The plan of run ${runId} is not changed: ${why}`,
    hint: `The run goes on as it was: swarm plan status ${runId}`,
  }),
  'escalation-refused': ({ noteId, why }) => ({
    message: `Not taken for ${noteId}: ${why}`,
    hint: `Look at it: swarm note show ${noteId}`,
  }),
  'illegal-note-step': ({ noteId, state, event }) => ({
    message: `Note ${noteId} is ${state}: it cannot be ${DONE[event]}`,
    hint: `Look at it: swarm note show ${noteId}`,
  }),
  'plan-not-found': ({ name, near }) => ({
    message: `Plan not found: ${name}`,
    hint: near.length === 0 ? 'List plans: swarm plan list' : `Did you mean: ${near.join(', ')}?`,
  }),
  'plan-unsound': ({ name, findings, file, line, problem }) => ({
    message: `Plan ${name} has ${findings} findings, the first at ${file}:${line}: ${problem}`,
    hint: `See all of them: swarm plan check ${name}`,
  }),
  'plan-running': ({ runId, name, folder }) => ({
    message: `Run ${runId} of the plan "${name}" is at work, and ${folder} shows one run at a time`,
    hint: `Wait for it: swarm wait ${runId}, or stop it: swarm stop ${runId}`,
  }),
  'plan-folder-taken': ({ folder, name }) => ({
    message: `${folder} holds the plan "${name}"`,
    hint: 'Move it away first, or set paths.plans to a folder of several plans',
  }),
  'plan-folder-tracked': ({ name, folder, files }) => ({
    message:
      `Plan ${name} was not started: git tracks files that Swarm would draw over in every workspace: ` +
      `${files.slice(0, BAD_SHOWN).join(', ')}${files.length > BAD_SHOWN ? `, … (${files.length})` : ''}`,
    hint:
      `Nothing was changed. Move yours: git mv ${folder} <another name>; or let git leave them: ` +
      `git rm -r --cached ${folder}. Commit, and run the plan again`,
  }),
  'plan-not-approved': ({ name, commands }) => ({
    message: `Plan ${name} is not approved as it is now (commands it would run: ${commands}): not started`,
    hint: `Look at it and approve it: swarm plan approve ${name}. Unattended: swarm plan run ${name} --yes`,
  }),
  'plan-not-waiting': ({ plan }) => ({
    message: `No design of plan ${plan} waits for approval`,
    hint: `Let one be made: swarm plan design ${plan}`,
  }),
  'plan-moved': ({ plan }) => ({
    message: `Plan ${plan} was changed meanwhile: nothing was recorded`,
    hint: `Look at it again: swarm plan show ${plan}`,
  }),
  'plan-live': ({ plan, runId, what }) => ({
    message: `A ${what} of plan ${plan} is at work: ${runId}. Nothing was changed`,
    hint: `Wait for it, or end it: swarm stop ${runId}`,
  }),
  'plan-summary-bare': ({ plan, file }) => ({
    message: `The architect has nothing to read: ${file} is missing or not filled in`,
    hint: `Write what is wanted there, then: swarm plan design ${plan}`,
  }),
  'editor-missing': ({ file }) => ({
    message: `No editor is set, so ${file} was not opened`,
    hint: 'Set one: export EDITOR=vi',
  }),
  'editor-failed': ({ file, problem }) => ({
    message: `The editor ended badly (${problem}); what you wrote is kept: ${file}`,
    hint: 'Run the command again to go on with it',
  }),
  'plan-version-decided': ({ plan, number, state, event }) => ({
    message: `Version ${number} of plan ${plan} is ${state}: it cannot be ${DONE[event]}`,
    hint: `Change it instead: swarm plan edit ${plan}`,
  }),
  'persona-not-called-for': ({ name, plan, near }) => ({
    message: `The plan ${plan} does not call for a persona "${name}"`,
    hint:
      near.length === 0
        ? 'Describe it under "new_personas" with "name" and "specification"'
        : `Did you mean: ${near.join(', ')}?`,
  }),
  'persona-exists': ({ name, file }) => ({
    message: `Persona ${name} is there already (${file}); nothing was changed`,
    hint: 'Edit it, or move it away first',
  }),
  'plan-never-run': ({ name }) => ({
    message: name === null ? 'No plan was run yet' : `Plan ${name} was not run yet`,
    hint: name === null ? 'List plans: swarm plan list' : `Run it: swarm plan run ${name}`,
  }),
  'run-not-of-plan': ({ runId, workflow }) => ({
    message: `Run ${runId} is one of the workflow ${workflow}, not of a plan`,
    hint: `Look at it: swarm status ${runId}`,
  }),
  'task-not-found': ({ task, plan, near }) => ({
    message: `Task not found in the plan ${plan}: ${task}`,
    hint:
      near.length === 0 ? `List its tasks: swarm plan status ${plan}` : `Did you mean: ${near.join(', ')}?`,
  }),
  'task-not-retried': ({ task, status }) => ({
    message: `Task ${task} is ${status}: only a task that is blocked or verified is given again`,
    hint:
      status === 'pending'
        ? 'It begins by itself when all that it waits for is verified'
        : 'Its agent is at work on it; to say something to it: swarm send <role> "…"',
  }),
  'plan-list-bad': ({ bad }) => ({
    message: `The list cannot be made into a plan: ${bad
      .slice(0, BAD_SHOWN)
      .map(({ line, problem }) => `line ${line}: ${problem}`)
      .join('; ')}`,
    hint: 'Write each task as "- [ ] title", with its instructions indented below',
  }),
};

import type { Config } from '../../contract/config.ts';
import { CreateSession } from '../../contract/session.ts';
import { type Assignment, fillBootstrap, iterationEnv } from '../../domain/loop/bootstrap.ts';
import { type Loop, stepLoop } from '../../domain/loop/loop.ts';
import { LOOP_METADATA } from '../../domain/loop/names.ts';
import type { FolderStand } from '../../domain/loop/shelf.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { claimHolderOf } from '../../domain/queue/claim-holder.ts';
import { stepWork, type WorkItem } from '../../domain/queue/work-item.ts';
import { branchName, sessionId } from '../../domain/session/names.ts';
import type { Session } from '../../domain/session/session.ts';
import { titleOf } from '../../domain/session/title.ts';
import type { NeededBases } from '../../runtime/workspace/needed-bases.ts';
import type { Store, Write } from '../../store/store.ts';
import { draftTurn, noteOf, openDraft, unwrap } from '../draft.ts';
import type { ResolvedSession } from '../session/resolve-session.ts';
import { listNeededBranches } from './needed-branches.ts';
import { checkTemplate, type Template } from './start-loop.ts';

/** What a loop needs of the world to begin a session. */
export type LoopPorts = Readonly<{
  resolveSession: (input: CreateSession) => Promise<Outcome<ResolvedSession>>;
  workspacePath: (sessionId: string) => string;
  /** Takes in what has become ready in a queue outside, if there is one; gives back what went wrong. */
  pullOutsideWork: () => Promise<readonly string[]>;
  /** Says there what has become of work that came from it. */
  tellOutside: (work: WorkItem) => Promise<string | null>;
  /** Puts a session that is over into the archive. False where its folder cannot be packed. */
  archive: (session: Session) => Promise<boolean>;
  /** The real path of a folder, from the project's own on; null when there is none. */
  findFolder: (path: string) => Promise<string | null>;
  /** The template that one work item names. */
  findTemplate: (file: string) => Promise<Outcome<Template>>;
  /** Where work begins that needs what was done on other branches. */
  neededBases: NeededBases;
}>;

export type BeginDeps = Readonly<{
  store: Store;
  config: Config;
  uuid: () => string;
  ports: LoopPorts;
  /** How the folder stands that its items share; null where that is of no use, or unknown. */
  stand: FolderStand | null;
  /** Work items in the queue that it would take, with the one that is begun. */
  queued: number;
  at: number;
  by: string;
}>;

const TRIES_FOR_AN_ID = 200;

export type Begun = Readonly<{ sessionId: string; writes: readonly Write[] }>;

/** One iteration: the claim, the loop's counter, the session and its prompt, to be written together. */
export async function draftIteration(deps: BeginDeps, loop: Loop, work: WorkItem): Promise<Outcome<Begun>> {
  const folder = await checkFolder(deps, loop.workDir);
  if (!folder.ok) return folder;
  const template = await templateOf(deps, loop, work);
  if (!template.ok) return template;
  const id = await freeId(deps, loop);
  const iteration = loop.iteration + 1;
  const assignment = { sessionId: id, loopId: loop.id, iteration, work, standard: loop };
  const resolved = await deps.ports.resolveSession(inputOf(loop, assignment, template.value));
  if (!resolved.ok) return resolved;
  const head = await baseOf(deps, work, resolved.value.head);
  if (!head.ok) return head;
  const writes = [
    ...assignWrites(deps, loop, assignment),
    ...sessionWrites(deps, { ...resolved.value, head: head.value }, { assignment, loop }),
  ];
  return accept({ sessionId: id, writes });
}

/** Where its workspace begins: with the work of the items that it needs. Null without a workspace. */
async function baseOf(
  { store, ports }: BeginDeps,
  work: WorkItem,
  head: string | null,
): Promise<Outcome<string | null>> {
  const needed = head === null ? [] : await listNeededBranches(store, work);
  if (head === null || needed.length === 0) return accept(head);
  const base = await ports.neededBases.ensureBase(head, needed);
  if (base.is === 'base') return accept(base.commit);
  return refuse({ code: 'needs-conflict', workId: base.workId, files: base.files });
}

async function checkFolder({ ports }: BeginDeps, workDir: string | null): Promise<Outcome<null>> {
  if (workDir === null || (await ports.findFolder(workDir)) !== null) return accept(null);
  return refuse({ code: 'work-dir-missing', folder: workDir });
}

async function templateOf({ ports }: BeginDeps, loop: Loop, work: WorkItem): Promise<Outcome<string>> {
  if (work.template === null) return accept(loop.template);
  const found = await ports.findTemplate(work.template);
  return found.ok ? checkTemplate(found.value) : found;
}

async function freeId({ store, at }: BeginDeps, { persona }: Loop): Promise<string> {
  let id = sessionId(new Date(at), persona);
  for (let nth = 2; nth < TRIES_FOR_AN_ID && (await store.findSession(id)); nth++) {
    id = sessionId(new Date(at), persona, nth);
  }
  return id;
}

const inputOf = (loop: Loop, assignment: Assignment, template: string): CreateSession =>
  CreateSession.parse({
    persona: loop.persona,
    prompt: fillBootstrap(template, assignment),
    promptSource: assignment.work.id,
    title: titleOf(assignment.work.title) || assignment.work.id,
    cli: loop.cli ?? undefined,
    model: loop.model ?? undefined,
    workspace: loop.hasWorkspace,
    metadata: {
      [LOOP_METADATA]: loop.id,
      work: assignment.work.id,
      iteration: String(assignment.iteration),
    },
  });

const gateOf = (loop: Loop, work: WorkItem): string | null => work.gate ?? loop.gate;

function assignWrites(deps: BeginDeps, loop: Loop, assignment: Assignment): Write[] {
  const { config, at, by, stand, queued } = deps;
  const { sessionId: id, iteration, work } = assignment;
  const begun = { number: iteration, sessionId: id, workId: work.id, gate: gateOf(loop, work) };
  const base = stand === null ? {} : { base: stand };
  const atWork = [...loop.atWork, { ...begun, ...base, isGreen: false, reds: 0 }];
  const begin = unwrap(stepLoop(loop, 'begin', { at, patch: { iteration, atWork, nextAt: null } }));
  const leaseUntil = at + config.queue.leaseMs;
  const patch = { holder: claimHolderOf(id), leaseUntil, sessionId: id };
  const claim = unwrap(stepWork(work, 'claim', { at, patch }));
  const note = [
    `====== ITERATION ${iteration} START ======`,
    `SUCCESS: Found ${queued} work ${queued === 1 ? 'item' : 'items'} in queue`,
    `Spawning agent for session: ${id}`,
    `Assigned work: ${work.id}`,
  ].join(' | ');
  return [
    { kind: 'step-loop', step: begin, journal: { at, by, note } },
    { kind: 'step-work', step: claim, journal: { at, by, note: `for ${patch.holder}` } },
  ];
}

function sessionWrites(
  deps: BeginDeps,
  { session: resolved, spec: common, head }: ResolvedSession,
  { assignment, loop }: Readonly<{ assignment: Assignment; loop: Loop }>,
): readonly Write[] {
  // With a gate it is not for the agent alone to say when it is done; without one only the agent can.
  const ends = gateOf(loop, assignment.work) === null ? ('after-turn' as const) : ('when-told' as const);
  const workId = assignment.work.id;
  const born = { createdAt: deps.at, stateSince: deps.at };
  const { workDir } = loop;
  const session = { ...resolved, ...born, id: assignment.sessionId, ends, workId, workDir };
  const note = `iteration ${assignment.iteration} of ${loop.id}`;
  const spec = { ...common, env: { ...common.env, ...iterationEnv(assignment) } };
  const draft = openDraft(session, [], deps);
  draft.writes.push({ kind: 'add-session', session, spec, journal: noteOf(draft, note) });
  draftTurn(draft, { id: deps.uuid(), kind: 'prompt', body: spec.prompt });
  if (head === null) return draft.writes;
  const path = deps.ports.workspacePath(session.id);
  const workspace = {
    sessionId: session.id,
    path,
    branch: branchName(session),
    baseCommit: head,
    state: 'wanted' as const,
    version: 1,
    changedAt: deps.at,
  };
  draft.writes.push({ kind: 'add-workspace', workspace, journal: noteOf(draft, path) });
  return draft.writes;
}

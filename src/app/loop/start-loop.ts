import { StartLoop } from '../../contract/loop.ts';
import { CreateSession } from '../../contract/session.ts';
import { BOOTSTRAP_VARIABLES, listUnknownVariables } from '../../domain/loop/bootstrap.ts';
import { draftLoop, type Loop } from '../../domain/loop/loop.ts';
import { loopKey } from '../../domain/loop/names.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { pauseText } from '../../domain/pause/pause.ts';
import { loopJson } from '../../views/loop-view.ts';
import { filterOf } from '../queue/filter-of.ts';
import { findWriter } from '../session/find-writer.ts';
import { type ResolveDeps, type ResolvedSession, resolveSession } from '../session/resolve-session.ts';
import { verb } from '../verb.ts';

export type StartedLoop = Readonly<{
  loop: Loop;
  /** Loops that are not over either. */
  others: readonly string[];
  warnings: readonly string[];
  /** The last line of the journal before it. */
  seq: number;
}>;

export type Template = Readonly<{ file: string; text: string }>;

export type StartLoopDeps = ResolveDeps &
  Readonly<{
    /** Undefined: the project's own template, or the one that ships. */
    findTemplate: (file: string | undefined) => Promise<Outcome<Template>>;
    /** The real path of a folder, from the project's own on; null when there is none. */
    findFolder: (path: string) => Promise<string | null>;
  }>;

/** Starts a loop: a row that the supervisor obeys. All that can be refused is refused before. */
export async function startLoop(deps: StartLoopDeps, input: StartLoop): Promise<Outcome<StartedLoop>> {
  const found = await deps.findTemplate(input.template);
  if (!found.ok) return found;
  const template = checkTemplate(found.value);
  if (!template.ok) return template;
  const workDir = await resolveFolder(deps, input);
  if (!workDir.ok) return workDir;
  const resolved = await resolveSession(deps, firstInput({ input, workDir: workDir.value }, template.value));
  if (!resolved.ok) return resolved;
  const takes = takesCheckout(deps, { input, workDir: workDir.value }, resolved.value);
  if (takes && input.concurrency > 1)
    return refuse({ code: 'loop-shares-checkout', concurrency: input.concurrency });
  const writer = takes ? await findWriter(deps) : null;
  if (writer !== null) return refuse({ code: 'checkout-taken', writer });
  const others = (await deps.store.listLoops({ isLive: true })).map(({ id }) => id);
  const at = deps.clock.now();
  const id = `loop-${deps.ids.hash(deps.ids.uuid()).slice(0, 8)}`;
  const { persona, cli = null, model = null, concurrency, untilEmpty } = input;
  const loop = draftLoop(
    {
      ...{ persona, cli, model, concurrency, untilEmpty },
      maxWaiting: deps.config.loop.waiting === 'hold' ? 0 : deps.config.loop.maxWaiting,
      maxFailures: deps.config.failures.max,
      backoffCapMs: deps.config.failures.backoffCapMs,
      archives: deps.config.loop.archive,
      maxIterations: input.maxIterations ?? deps.config.loop.maxIterations,
      delayMs: input.delayMs ?? deps.config.loop.delayMs,
      template: template.value,
      hasWorkspace: resolved.value.session.hasWorkspace,
      gate: input.gate ?? deps.config.gate.command,
      workDir: workDir.value,
      rig: input.rig ?? deps.config.loop.rig,
      label: input.label ?? deps.config.loop.label,
      actor: input.actor ?? deps.config.loop.actor,
      hostId: deps.hostId,
    },
    { id, at },
  );
  const seq = await deps.store.lastJournalSeq();
  const journal = { at, by: deps.by, note: `Loop started: ${loop.persona}` };
  await deps.store.commit([{ kind: 'add-loop', loop, journal }]);
  await deps.poke(loopKey(id));
  const held = await warnOfPause(deps);
  const warnings = [...resolved.value.warnings, ...held, ...(await warnOfNothing(deps, loop))];
  return accept({ loop, others, seq, warnings });
}

/** Its agents write to the checkout, without the person's word for it. */
function takesCheckout(
  { config }: StartLoopDeps,
  { input, workDir }: LoopRequest,
  first: ResolvedSession,
): boolean {
  const { session, agent, spec } = first;
  const isAsked = input.workspace !== undefined || workDir !== null || config.workspace.default === 'here';
  return !isAsked && !session.hasWorkspace && spec.writes && agent.isScripted !== true;
}

/** A worktree for each session excludes one folder for all, whatever the settings say. */
async function resolveFolder(deps: StartLoopDeps, input: StartLoop): Promise<Outcome<string | null>> {
  const folder = input.workDir ?? (input.workspace ? null : deps.config.loop.workDir);
  if (folder === null) return accept(null);
  if (input.workspace) return refuse({ code: 'work-dir-and-workspace' });
  const found = await deps.findFolder(folder);
  return found === null ? refuse({ code: 'work-dir-missing', folder }) : accept(found);
}

async function warnOfPause({ store }: StartLoopDeps): Promise<string[]> {
  const pause = await store.findPause();
  return pause ? [`${pauseText(pause)}. The loop begins nothing until: swarm unpause`] : [];
}

async function warnOfNothing({ store }: StartLoopDeps, loop: Loop): Promise<readonly string[]> {
  const { rig, label } = loop;
  if (rig === null && label === null) return [];
  const { queued = 0, claimed = 0 } = await store.countWork(filterOf(loop));
  if (queued + claimed > 0) return [];
  const chosen = [rig === null ? '' : ` of rig ${rig}`, label === null ? '' : ` with label ${label}`];
  return [`There is no work${chosen.join('')} in the queue`];
}

/** A template with an unknown variable would leave its agents guessing. */
export function checkTemplate({ file, text }: Template): Outcome<string> {
  const [unknown] = listUnknownVariables(text);
  if (unknown) return refuse({ code: 'template-variable', file, ...unknown, known: BOOTSTRAP_VARIABLES });
  return text.trim() === '' ? refuse({ code: 'prompt-empty', file }) : accept(text);
}

type LoopRequest = Readonly<{ input: StartLoop; workDir: string | null }>;

// One item builds on the last in one folder; several at once would undo each other's work there.
// A session like those that it will begin, to hear now what would be refused then.
const firstInput = ({ input, workDir }: LoopRequest, prompt: string): CreateSession =>
  CreateSession.parse({
    persona: input.persona,
    prompt,
    cli: input.cli,
    model: input.model,
    workspace: input.workspace ?? (input.concurrency === 1 || workDir !== null ? false : undefined),
  });

export const startLoopVerb = verb({
  name: 'loop.start',
  summary: 'Start a loop that runs a session for each work item in the queue',
  asks: 'person',
  reads: false,
  input: StartLoop,
  answer: async () => (await import('../../contract/answer/loop.ts')).StartedLoopAnswer,
  run: startLoop,
  json: ({ loop, others }) => ({ ...loopJson(loop), other_loops: others }),
});

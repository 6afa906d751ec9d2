import type { CreateSession } from '../../contract/session.ts';
import type { Agent } from '../../domain/agent/agent.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Persona } from '../../domain/persona/persona.ts';
import { RETRIED_BY_DEFAULT } from '../../domain/retry/retry-rule.ts';
import { INITIAL_SESSION } from '../../domain/session/initial-session.ts';
import { sessionId } from '../../domain/session/names.ts';
import type { Session } from '../../domain/session/session.ts';
import type { SessionSpec } from '../../domain/session/spec.ts';
import { titleOf } from '../../domain/session/title.ts';
import { decideWorkspace, needsCheckoutAlone } from '../../domain/workspace/isolation.ts';
import { limitWords } from '../../views/session-limits.ts';
import type { VerbDeps } from '../deps.ts';
import { checkResources, type ResourceDeps } from './check-resources.ts';
import { findWriter } from './find-writer.ts';
import { checkMachine, type MachineDeps, type MachineFit } from './machine-fit.ts';
import { resolveDependencies } from './resolve-dependencies.ts';
import { type Line, resolveParent } from './resolve-parent.ts';
import { type ApartDeps, checkApart } from './run-apart.ts';
import { type AgentFile, commandOf, findAgentFiles, specOf, unbound } from './session-spec.ts';

export type ResolveDeps = VerbDeps &
  MachineDeps &
  ApartDeps &
  ResourceDeps &
  Readonly<{
    findPersona: (name: string) => Promise<Outcome<Persona>>;
    findAgent: (cli: string) => Promise<Outcome<Agent>>;
    /** Whether a program can be started by its name alone. */
    hasProgram: (name: string) => Promise<boolean>;
    /** A JSON file that a persona or a setting names for the agent CLI. */
    readAgentFile: (path: string) => Promise<Outcome<AgentFile>>;
    /** What is wrong with a JSON Schema, and where; null when nothing is. */
    checkSchema: (text: string) => Promise<{ position: string; problem: string } | null>;
  }>;

/** A session as it was asked for, with nothing of it saved yet. */
export type ResolvedSession = Readonly<{
  session: Session;
  spec: SessionSpec;
  agent: Agent;
  /** What it may use, in words. */
  limits: readonly string[];
}> &
  Pick<Line, 'parent' | 'mostChildren' | 'isCountOfPersona'> &
  MachineFit;

/** Everything that can be refused is refused here, before a row is written. */
export async function resolveSession(
  deps: ResolveDeps,
  input: CreateSession,
): Promise<Outcome<ResolvedSession>> {
  const persona = await deps.findPersona(input.persona);
  if (!persona.ok) return persona;
  const agent = await deps.findAgent(input.cli ?? persona.value.cli ?? deps.config.cli);
  if (!agent.ok) return agent;
  const mode = input.mode ?? persona.value.mode ?? deps.config.mode;
  if (mode === 'interactive' && !agent.value.can.interactive) {
    return refuse({ code: 'mode-unsupported', cli: agent.value.name, mode });
  }
  const command = await findCommand(deps, persona.value, agent.value);
  if (!command.ok) return command;
  const prompt = checkPrompt(input, deps.config.limits.promptMb);
  if (!prompt.ok) return prompt;
  const awaited = await resolveDependencies(deps, input);
  if (!awaited.ok) return awaited;
  const { dependencies } = awaited.value;
  const misfit = await findMisfit(deps, input);
  if (misfit !== null) return misfit;
  const line = await resolveParent(deps, input.parentId, persona.value);
  if (!line.ok) return line;
  const isolation = isolationOf(deps, { input, persona: persona.value, agent: agent.value, dependencies });
  const machine = await checkMachine(deps, { mode, workspace: decideWorkspace(isolation) });
  if (!machine.ok) return machine;
  const isShared = machine.value.head === null && needsCheckoutAlone(isolation);
  const other = isShared ? await findWriter(deps) : null;
  if (other !== null) return refuse({ code: 'checkout-taken', writer: other });
  const files = await findAgentFiles(deps, persona.value, agent.value);
  if (!files.ok) return files;
  const spec = specOf({
    persona: persona.value,
    command: command.value,
    input: { ...input, prompt: awaited.value.prompt },
    agent: agent.value,
    config: deps.config,
    files: files.value,
    mayCreate: line.value.mayCreate,
  });
  const held = await checkResources(deps, spec.resources);
  if (!held.ok) return held;
  const apart = await checkApart(deps, agent.value, spec);
  if (!apart.ok) return apart;
  const session = newSession(deps, {
    input,
    persona: persona.value,
    spec,
    agent: agent.value,
    mode,
    line: line.value,
    dependencies,
    hasWorkspace: machine.value.head !== null,
  });
  const warnings = [
    ...describeStandIn(persona.value),
    ...awaited.value.warnings,
    ...machine.value.warnings,
    ...unbound(agent.value, mode, spec),
    ...apart.value,
  ];
  const limited = { cli: agent.value.name, spec, lifetimeMs: session.lifetimeMs };
  const limits = [...(agent.value.isScripted ? [] : limitWords(limited, deps.config.claude)), ...held.value];
  return accept({ session, spec, agent: agent.value, ...machine.value, ...line.value, limits, warnings });
}

async function findMisfit(
  { checkSchema }: ResolveDeps,
  { schema, schemaSource: file }: CreateSession,
): Promise<Outcome<never> | null> {
  const misfit = schema === undefined ? null : await checkSchema(schema);
  return misfit ? refuse({ code: 'schema-broken', file, ...misfit }) : null;
}

type Isolated = Pick<SessionParts, 'input' | 'persona' | 'agent' | 'dependencies'>;

const isolationOf = ({ config }: ResolveDeps, { input, persona, agent, dependencies }: Isolated) => ({
  asked: dependencies?.baseOn ? true : input.workspace,
  persona: persona.workspace,
  standard: config.workspace.default,
  isScripted: agent.isScripted === true,
  writes: persona.writes,
});

const describeStandIn = ({ name, file, standsIn }: Persona): readonly string[] =>
  standsIn ? [`Persona ${name} is the project's own (${file}), not the one that ships with Swarm`] : [];

async function findCommand(
  deps: ResolveDeps,
  persona: Persona,
  agent: Agent,
): Promise<Outcome<readonly string[] | null>> {
  const command = commandOf(deps.config, persona, agent);
  if (!command.ok) return command;
  const named = agent.protocol ? (command.value?.[0] ?? '') : (agent.program?.name ?? null);
  // A path is looked at when it is started, in the folder that the agent works in.
  if (named === null || named.includes('/') || (await deps.hasProgram(named))) return command;
  const install = agent.program?.install ?? `${named}, or name another program in "command:"`;
  return refuse({ code: 'cli-not-installed', cli: agent.program ? agent.name : named, install });
}

function checkPrompt({ prompt, promptSource }: CreateSession, limitMb: number): Outcome<string> {
  if (prompt.trim() === '') return refuse({ code: 'prompt-empty', file: promptSource });
  const bytes = new TextEncoder().encode(prompt).length;
  const limitBytes = limitMb * 1024 * 1024;
  if (bytes > limitBytes) return refuse({ code: 'prompt-too-large', file: promptSource, bytes, limitBytes });
  const nul = prompt.indexOf('\0');
  return nul >= 0 ? refuse({ code: 'prompt-binary', file: promptSource, offset: nul }) : accept(prompt);
}

type SessionParts = Readonly<{
  input: CreateSession;
  persona: Persona;
  spec: SessionSpec;
  agent: Agent;
  mode: Session['mode'];
  line: Line;
  dependencies: Session['dependencies'];
  hasWorkspace: boolean;
}>;

function newSession(deps: ResolveDeps, parts: SessionParts): Session {
  const { input, persona, agent, mode, line, dependencies, hasWorkspace } = parts;
  const now = deps.clock.now();
  const cli = agent.name;
  return {
    ...INITIAL_SESSION,
    id: sessionId(new Date(now), persona.name),
    runId: null,
    role: null,
    workId: null,
    workDir: null,
    title: titleOf(input.prompt, input.title),
    persona: persona.name,
    cli,
    mode,
    model: input.model ?? persona.model,
    // A screen is there to be talked to; a program without turns has said all with its exit.
    ends: mode === 'interactive' && agent.screen ? 'when-told' : 'after-turn',
    ...retryOf(deps, input),
    conversationId: deps.ids.uuid(),
    parentId: line.parent?.id ?? null,
    ancestors: line.ancestors,
    payingRunId: line.payingRunId,
    payingRaceId: line.payingRaceId,
    depth: line.depth,
    outlivesParent: input.outlivesParent,
    hostId: deps.hostId,
    priority: input.priority,
    tags: input.tags,
    metadata: input.metadata,
    key: input.key ?? null,
    contentHash: deps.ids.hash(JSON.stringify(contentOf(parts))),
    dependencies,
    lifetimeMs: input.timeoutMs ?? persona.timeoutMs ?? deps.config.limits.lifetimeMs,
    hasWorkspace,
    createdAt: now,
    stateSince: now,
  };
}

/** Settled now, so that a setting of this command travels with it; the supervisor has its own. */
function retryOf(
  { config }: ResolveDeps,
  { retries, retryOn }: CreateSession,
): Pick<Session, 'retry' | 'retriesLeft'> {
  const tries = retries ?? config.retries;
  return { retry: { tries, on: retryOn.length > 0 ? retryOn : RETRIED_BY_DEFAULT }, retriesLeft: tries };
}

/** What a key stands for. */
const contentOf = ({ spec, agent, mode, input, dependencies }: SessionParts): readonly unknown[] => [
  spec,
  agent.name,
  mode,
  input.model ?? null,
  input.tags,
  input.metadata,
  ...(dependencies === null ? [] : [dependencies]),
];

import type { CreateSession } from '../../contract/session.ts';
import type { Agent } from '../../domain/agent/agent.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Persona } from '../../domain/persona/persona.ts';
import { INITIAL_SESSION } from '../../domain/session/initial-session.ts';
import { sessionId } from '../../domain/session/names.ts';
import type { Session } from '../../domain/session/session.ts';
import type { SessionSpec } from '../../domain/session/spec.ts';
import type { VerbDeps } from '../deps.ts';
import { nestingDepth } from './nesting.ts';
import { type AgentFile, findAgentFiles, specOf, unbound } from './session-spec.ts';

export type ResolveDeps = VerbDeps &
  Readonly<{
    findPersona: (name: string) => Promise<Outcome<Persona>>;
    findAgent: (cli: string) => Promise<Outcome<Agent>>;
    /** Refuses what this machine cannot do: no tmux for a screen, no git for a workspace. */
    checkMachine: (needs: { mode: Session['mode']; workspace: boolean }) => Promise<Outcome<MachineFit>>;
    /** Whether a program can be started by its name alone. */
    hasProgram: (name: string) => Promise<boolean>;
    /** A JSON file that a persona or a setting names for the agent CLI. */
    readAgentFile: (path: string) => Promise<Outcome<AgentFile>>;
    /** What is wrong with a JSON Schema, and where; null when nothing is. */
    checkSchema: (text: string) => Promise<{ place: string; problem: string } | null>;
  }>;

/** What the person should know, and the commit that a workspace starts from when one is wanted. */
export type MachineFit = Readonly<{ warnings: readonly string[]; head: string | null }>;

/** A session as it was asked for, with nothing of it saved yet. */
export type ResolvedSession = Readonly<{ session: Session; spec: SessionSpec; agent: Agent }> & MachineFit;

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
  const { program } = agent.value;
  if (program && !(await deps.hasProgram(program.name))) {
    return refuse({ code: 'cli-not-installed', cli: agent.value.name, install: program.install });
  }
  const prompt = checkPrompt(input, deps.config.limits.promptMb);
  if (!prompt.ok) return prompt;
  const misfit = input.schema === undefined ? null : await deps.checkSchema(input.schema);
  if (misfit) return refuse({ code: 'schema-broken', file: input.schemaSource, ...misfit });
  const depth = await nestingDepth(deps, input.parentId);
  if (!depth.ok) return depth;
  const machine = await deps.checkMachine({ mode, workspace: input.workspace });
  if (!machine.ok) return machine;

  const files = await findAgentFiles(deps, persona.value, agent.value);
  if (!files.ok) return files;

  const spec = specOf({
    persona: persona.value,
    input,
    budget: deps.config.budget,
    files: files.value,
  });
  const session = newSession(deps, {
    input,
    persona: persona.value,
    spec,
    agent: agent.value,
    mode,
    depth: depth.value,
  });
  const warnings = [...machine.value.warnings, ...unbound(agent.value, mode, spec)];
  return accept({ session, spec, agent: agent.value, ...machine.value, warnings });
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
  depth: number;
}>;

function newSession(deps: ResolveDeps, { input, persona, spec, agent, mode, depth }: SessionParts): Session {
  const now = deps.clock.now();
  const cli = agent.name;
  return {
    ...INITIAL_SESSION,
    id: sessionId(new Date(now), persona.name),
    runId: null,
    role: null,
    workId: null,
    workDir: null,
    persona: persona.name,
    cli,
    mode,
    model: input.model ?? persona.model,
    // A screen is there to be talked to; a program without turns has said all with its exit.
    ends: mode === 'interactive' && agent.screen ? 'when-told' : 'after-turn',
    retriesLeft: deps.config.retries,
    conversationId: deps.ids.uuid(),
    parentId: input.parentId ?? null,
    depth,
    hostId: null,
    priority: input.priority,
    tags: input.tags,
    metadata: input.metadata,
    key: input.key ?? null,
    contentHash: deps.ids.hash(
      JSON.stringify([spec, cli, mode, input.model ?? null, input.tags, input.metadata]),
    ),
    lifetimeMs: input.timeoutMs ?? persona.timeoutMs ?? deps.config.limits.lifetimeMs,
    hasWorkspace: input.workspace,
    createdAt: now,
    stateSince: now,
  };
}

import { AGENT_CLIS } from '../../contract/agent-cli.ts';
import { ProbeAgent } from '../../contract/doctor.ts';
import type { Agent } from '../../domain/agent/agent.ts';
import type { ProbeReport } from '../../domain/agent/probe.ts';
import { type AgentProgram, versionIn } from '../../domain/agent/program.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { isProbed } from '../../views/probe-list.ts';
import { folderVerb } from '../verb.ts';
import type { AgentUsers, DoctorDeps } from './health-deps.ts';

/** Tries what an installed agent CLI can do. It spends no money and touches nothing of the person's own. */
export async function probeAgent({ agents }: DoctorDeps, { cli }: ProbeAgent): Promise<Outcome<ProbeReport>> {
  const agent = (await agents.list()).find(({ name }) => name === cli);
  if (!agent) return refuse({ code: 'cli-unknown', name: cli, known: AGENT_CLIS });
  const command = commandOf(agent, await agents.findUsers());
  if (command === null) return refuse({ code: 'cli-needs-command', cli, persona: 'any' });
  const [name = cli] = command;
  const program = agent.program ?? bareProgram(name);
  const seen = await agents.observeProgram({ ...program, name });
  if (seen.is === 'absent') return refuse({ code: 'cli-not-installed', cli: name, install: program.install });
  const cases = await agents.probe(agent, command);
  if (cases === null) return refuse({ code: 'probe-unsupported', program: name });
  const version = seen.is === 'found' ? versionIn(seen.said) : null;
  return accept({ cli, command, program: seen.path, version, cases });
}

// Of a protocol, the program that the setting names, or else the first persona that has one.
function commandOf(agent: Agent, { config, personas }: AgentUsers): readonly string[] | null {
  if (agent.program) return [agent.program.name];
  if (!agent.protocol) return [agent.name];
  const own = personas.find(({ cli, command }) => cli === agent.name && command !== null)?.command;
  const command = config?.acp.command.length ? config.acp.command : own;
  return command ?? null;
}

const bareProgram = (name: string): AgentProgram => ({
  name,
  versionArgs: ['--version'],
  versionMs: 10_000,
  oldest: '0',
  install: `${name}, or name another program in "command:"`,
});

export const probeAgentVerb = folderVerb({
  name: 'project.probe',
  summary: 'Try what an installed agent CLI can do, against a stand-in for its model',
  asks: 'person',
  reads: true,
  // It runs the command that the project's settings name.
  needsTrust: true,
  input: ProbeAgent,
  answer: async () => (await import('../../contract/answer/doctor.ts')).ProbeAnswer,
  run: probeAgent,
  json: ({ cases, ...report }) => ({
    ok: isProbed(cases),
    ...report,
    cases: cases.map(({ name, is, found, durationMs }) => ({ name, is, found, duration_ms: durationMs })),
  }),
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { agentProgram } from '../../agent-program.ts';
import { makeProject, type ProgramEnd, type Status, type TestProject } from '../../e2e/project.ts';
import { startGemini } from '../../stand-in/gemini.ts';
import { startOpenAi } from '../../stand-in/openai.ts';
import type { Script, StandIn } from '../../stand-in/serve.ts';
import { HOMES } from './cli-home.ts';
import { AGENT_CLIS, type AgentCli } from './setup.ts';

/** A project whose agents are one of the real CLIs, with a stand-in for its model's API. */
export type AgentProject = Readonly<{
  standIn: StandIn;
  project: TestProject;
  swarm: (...words: string[]) => Promise<ProgramEnd>;
  /** From the next command on the person has the key in their environment. */
  setKey: () => void;
  /** Creates a session of this persona on this task and gives back its id. */
  create: (task: string, persona?: string, ...flags: string[]) => Promise<string>;
  /** The exit code of `swarm wait`, when the session is over. */
  over: (id: string) => Promise<number>;
  /** Waits for the event of a session. */
  until: (id: string, event: string) => Promise<void>;
  status: (id: string) => Promise<Status & Readonly<Record<string, unknown>>>;
  /** A file of one attempt. */
  readAttempt: (id: string, number: number, name: string) => string;
  /** Keeps what the program told, for the fast tests, when it is wanted. */
  record: (name: string, id: string, number?: number) => void;
}>;

type Options = Readonly<{
  script?: Script;
  config?: Readonly<Record<string, unknown>>;
  /** Another address than the stand-in's. */
  url?: string;
  /** Another folder to find the CLI in. */
  programs?: string;
  /** The person has not set the key of the CLI until `setKey`. */
  isKeyless?: boolean;
}>;

const LOOKS = 4;
const KEYS = ['CODEX_STAND_IN_KEY', 'GEMINI_API_KEY'];
const RECORDED = resolve(import.meta.dirname, '../../agents/recorded');

export async function makeAgentProject(cli: AgentCli, options: Options = {}): Promise<AgentProject> {
  agentProgram(cli);
  const standIn = await (cli === 'gemini' ? startGemini : startOpenAi)(options.script);
  onTestFinished(() => standIn.close());
  const project = await makeProject({ cli, workspace: { default: 'here' }, ...options.config });
  const home = HOMES[cli](options.url ?? standIn.url);
  for (const [name, text] of Object.entries(home.files)) writeFile(join(project.home, name), text);
  let isKeyless = options.isKeyless ?? false;
  const env = () => ({
    ...home.env,
    ...(isKeyless ? Object.fromEntries(KEYS.map((name) => [name, ''])) : {}),
    PATH: `${options.programs ?? dirname(agentProgram(cli))}:${process.env.PATH ?? ''}`,
  });
  const swarm: AgentProject['swarm'] = (...words) => project.swarmWith({ env: env() }, ...words);
  const readAttempt: AgentProject['readAttempt'] = (id, number, name) =>
    readFileSync(join(project.paths.sessionsDir, id, 'attempts', String(number), name), 'utf8');
  return {
    standIn,
    project,
    swarm,
    setKey: () => {
      isKeyless = false;
    },
    async create(task, persona = 'developer', ...flags) {
      const file = project.write(`tasks/${Math.random().toString(36).slice(2)}.md`, task);
      const ran = await swarm('create', persona, file, '--quiet', '--model', home.model, ...flags);
      if (ran.code !== 0) throw new Error(`create failed: ${ran.stderr}${ran.stdout}`);
      return ran.stdout.trim();
    },
    over: (id) => waitFor(swarm, id),
    until: (id, event) => waitUntil(swarm, id, event),
    status: async (id) => JSON.parse((await swarm('status', id, '--json')).stdout),
    readAttempt,
    record(name, id, number = 1) {
      if (process.env.SWARM_TEST_RECORD !== '1') return;
      const folder = join(RECORDED, `${cli}-${AGENT_CLIS[cli].version}`);
      const text = readAttempt(id, number, 'events.jsonl');
      writeFile(join(folder, `${name}.jsonl`), scrubbed(text, project, standIn));
    },
  };
}

// One command may take a minute; a CLI that starts in fifteen seconds on a busy machine may take longer.
async function waitFor(swarm: AgentProject['swarm'], id: string): Promise<number> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const { code, stdout } = await swarm('wait', id, '--timeout', '50s');
    if (!stdout.includes('The time ran out')) return code;
  }
  throw new Error(`${id} is not over after ${LOOKS} long looks`);
}

async function waitUntil(swarm: AgentProject['swarm'], id: string, event: string): Promise<void> {
  for (let looks = 0; looks < LOOKS; looks++) {
    if ((await swarm('events', id, '--follow', '--until', event)).code === 0) return;
  }
  throw new Error(`${id} has no ${event} after ${LOOKS} long looks`);
}

// Nothing of the machine that it was recorded on.
const scrubbed = (text: string, { root, home }: TestProject, { url }: StandIn): string =>
  text.replaceAll(root, '/project').replaceAll(home, '/person').replaceAll(url, 'http://127.0.0.1:9');

function writeFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

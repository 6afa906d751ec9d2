import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeProject, type TestProject } from './project.ts';

const PACKAGE = resolve(import.meta.dirname, '../..');
const LIMIT_MS = 50_000;

/** Runs a program of Node in the project, which has the package as any other of its dependencies. */
async function play(project: TestProject, words: readonly string[]): Promise<string> {
  const modules = join(project.root, 'node_modules');
  mkdirSync(modules, { recursive: true });
  if (!existsSync(join(modules, 'swarmctl'))) symlinkSync(PACKAGE, join(modules, 'swarmctl'));
  const options = { cwd: project.root, env: project.env, timeout: LIMIT_MS };
  return (await promisify(execFile)(process.execPath, words, options)).stdout;
}

async function playProgram<T>(project: TestProject, body: string): Promise<T> {
  const head = "import { defineWorkflow, Orchestrator, SwarmError } from 'swarmctl';\n";
  const file = project.write(
    'program.mjs',
    `${head}const told = {};\n${body}\nconsole.log(JSON.stringify(told));\n`,
  );
  return JSON.parse(await play(project, [file])) as T;
}

test('the example runs from its first event to its report, and leaves nothing behind', async () => {
  const project = await makeProject();
  const example = join(PACKAGE, 'examples', 'research.mjs');
  const text = await play(project, [example, '--in', project.root, '--goal', 'why is the sky blue?']);
  const types = text.split('\n').map((line) => line.split(' ')[0]);
  const story = types.filter((type) => /^(session|stage|message|workflow)_/.test(type ?? ''));
  expect(story).toEqual(['session_started', 'stage_transition', 'message_routed', 'workflow_complete']);
  expect(text).toContain('agent_complete     reviewer');
  expect(text).toMatch(/\ndone in \d+ s: /);
  const report = /report: (.*)/.exec(text)?.[1] ?? '';
  expect(readFileSync(report, 'utf8')).toContain('why is the sky blue?');
  expect(existsSync(join(project.paths.worktreesDir, /session (\S+)/.exec(text)?.[1] ?? ''))).toBe(false);
});

test('a session that is stopped tells what it has, and can be asked about at any time', async () => {
  const project = await makeProject({ timeouts: { grace: '500ms' } });
  const told = await playProgram<Record<string, unknown>>(
    project,
    `const orchestrator = new Orchestrator({ sessionId: 'mine', autoCleanup: false, maxRetries: 0 });
     const types = [];
     orchestrator.on(({ type }) => types.push(type));
     told.before = [orchestrator.getSession(), orchestrator.isRunning(), orchestrator.getProgress()];
     told.nobodyYet = orchestrator.listAgents();
     const isAtWork = new Promise((resolve) => {
       orchestrator.on(({ type }) => type === 'agent_working' && resolve());
     });
     const goal = 'why?\\n\`\`\`rehearsal researcher\\n- say: I look.\\n- sleep: 5m\\n\`\`\`\\n';
     const started = await orchestrator.startWorkflow('research', goal);
     told.started = [started.id, started.status, [...started.agents.keys()], orchestrator.sessionId];
     told.twice = await orchestrator.startWorkflow('research', goal).catch((error) => error.code);
     await isAtWork;
     told.health = await orchestrator.checkAgentHealth('researcher');
     told.agent = orchestrator.getAgent('researcher');
     told.running = orchestrator.isRunning();
     told.again = await orchestrator.spawnAgent('researcher').catch((error) => error.code);
     told.nobody = await orchestrator.terminateAgent('researchr').catch((error) => error.message);
     await orchestrator.routeMessage('researcher', { type: 'status', content: 'half way' });
     told.history = orchestrator.getMessageHistory().map(({ from, type, content }) => [from, type, content]);
     const empty = { type: 'review', content: {} };
     told.bad = await orchestrator.routeMessage('researcher', empty).catch((error) => error.code);
     await orchestrator.sendToAgent('reviewer', { type: 'task', content: 'Be gentle.' });
     told.output = await orchestrator.captureAgentOutput('researcher', 50);
     const result = await orchestrator.stop();
     const { messagesProduced } = result.agentSummaries.get('researcher');
     told.result = [result.success, messagesProduced, result.errors.length];
     told.session = orchestrator.getSession().status;
     told.results = await orchestrator.getAgentResults('researcher');
     told.file = await orchestrator.exportResults('json');
     await orchestrator.cleanup();
     told.types = types;`,
  );
  expect([told.before, told.nobodyYet]).toEqual([[null, false, 0], []]);
  expect(told.started).toEqual(['mine', 'initializing', ['researcher', 'reviewer'], 'mine']);
  expect([told.twice, told.health, told.running, told.again]).toEqual([
    'session-running',
    'working',
    true,
    'role-at-work',
  ]);
  const worktreePath = join(project.paths.worktreesDir, 'mine', 'researcher');
  expect(told.agent).toMatchObject({
    paneId: 'swarm_mine:researcher',
    worktreePath,
    agentId: 'mine-researcher',
  });
  expect(told.nobody).toContain('there are researcher, reviewer');
  expect(told.history).toEqual([
    ['orchestrator', 'task', { body: expect.stringContaining('Find out: why?') }],
    ['researcher', 'status', { body: 'half way' }],
  ]);
  expect(told.bad).toBe('message-dead-lettered');
  expect(told.output).toContain('I look.');
  expect(told.result).toEqual([false, 1, 1]);
  expect(told.session).toBe('cancelled');
  expect(told.results).toMatchObject({ role: 'researcher', messages: [{ type: 'status' }] });
  expect(JSON.parse(readFileSync(String(told.file), 'utf8'))).toMatchObject({
    runId: 'mine',
    success: false,
  });
  expect(told.types).toEqual(expect.arrayContaining(['session_started', 'agent_spawned', 'session_ended']));
  expect(existsSync(worktreePath)).toBe(false);
  expect((await project.json<{ state: string }>('status', 'mine')).state).toBe('cancelled');
});

test('an agent that was ended is started again with its task, and a question is answered', async () => {
  const project = await makeProject({ timeouts: { grace: '500ms' } });
  const told = await playProgram<Record<string, unknown>>(
    project,
    `const orchestrator = new Orchestrator({ sessionId: 'mine', autoCleanup: false });
     const steps = '- ask: How deep?\\n- post: {type: artifact, path: notes.md, summary: done}\\n';
     const goal = 'Build it.\\n\`\`\`rehearsal developer\\n' + steps + '\`\`\`\\n';
     const asked = async (agentId) => {
       for (;;) {
         const questions = await orchestrator.questions();
         const question = questions.find(({ role }) => role === 'developer');
         if (question && orchestrator.getAgent('developer').agentId === agentId) return question;
         await new Promise((resolve) => setTimeout(resolve, 50));
       }
     };
     await orchestrator.startWorkflow('development', goal);
     const soFar = await orchestrator.synthesizeResults();
     told.soFar = [soFar.success, soFar.summary.split('\\n')[0]];
     told.partial = await orchestrator.exportResults('json');
     told.pdf = await orchestrator.exportResults('pdf').catch((error) => error.code);
     await asked('mine-developer');
     await orchestrator.terminateAgent('developer');
     const { agentId } = await orchestrator.spawnAgent('developer');
     told.agent = agentId;
     const question = await asked(agentId);
     told.question = [question.role, question.text];
     told.nobody = await orchestrator.answer('nobody', 'x').catch((error) => error.code);
     told.empty = await orchestrator.answer(question.id, '').catch((error) => error.code);
     await orchestrator.answer(question.id, 'ten metres');
     const { success, summary } = await orchestrator.finished();
     told.success = success;
     told.summary = summary;
     told.left = await orchestrator.questions();
     await orchestrator.cleanup();`,
  );
  expect(told).toMatchObject({
    agent: 'mine-developer-2',
    question: ['developer', 'How deep?'],
    nobody: 'question-not-found',
    empty: 'input-invalid',
    success: true,
    left: [],
  });
  expect(told.soFar).toEqual([false, 'The development run is still running.']);
  expect([told.partial, told.pdf]).toEqual([
    join(project.root, 'outputs', 'mine', 'result.partial.json'),
    'format-unknown',
  ]);
  expect(existsSync(String(told.partial))).toBe(false);
  expect(told.summary).toMatch(/Approved: \d artefact/);
  expect(told.summary).not.toContain('Nothing was approved');
});

test('what cannot be started is refused with a code, and nothing is started', async () => {
  const project = await makeProject();
  const told = await playProgram<Record<string, readonly [string, string, string]>>(
    project,
    `const orchestrator = new Orchestrator();
     const refusal = ({ name, code, message }) => [name, code, message];
     told.unknown = await orchestrator.startWorkflow('reserch', 'why?').catch(refusal);
     told.empty = await orchestrator.startWorkflow('research', ' ').catch(refusal);
     told.none = await orchestrator.stop().catch(refusal);
     const small = new Orchestrator({ maxAgents: 1 });
     told.many = await small.startWorkflow('research', 'why?').catch(refusal);
     const lost = new Orchestrator({ root: '/' });
     told.lost = await lost.startWorkflow('research', 'why?').catch(refusal);
     try { new Orchestrator({ nonsense: 1 }) } catch (error) { told.nonsense = refusal(error) }
     try { new Orchestrator({ maxRetries: 'many' }) } catch (error) { told.config = refusal(error) }
     const unsound = { name: 'x', entry: 'a', roles: {}, stages: {} };
     try { defineWorkflow(unsound) } catch (error) { told.workflow = refusal(error) }
     told.id = await new Orchestrator({ sessionId: '../x' }).startWorkflow('research', 'why?').catch(refusal);
     told.isError = [new SwarmError('a', 'b') instanceof Error];
     await orchestrator.close();`,
  );
  expect(told.unknown).toEqual([
    'SwarmError',
    'workflow-not-found',
    expect.stringContaining('Did you mean: research?'),
  ]);
  expect(told.empty?.[1]).toBe('goal-empty');
  expect(told.none?.[1]).toBe('no-session');
  expect(told.many?.[1]).toBe('too-many-roles');
  expect(told.lost).toEqual(['UsageError', 'usage', 'No project found in / or above it']);
  expect(told.config?.slice(0, 2)).toEqual(['SwarmError', 'config-invalid']);
  expect(told.nonsense?.slice(0, 2)).toEqual(['SwarmError', 'config-invalid']);
  expect(told.workflow?.slice(0, 2)).toEqual(['WorkflowError', 'workflow-unsound']);
  expect(told.id).toEqual(['SwarmError', 'input-invalid', expect.stringContaining('sessionId: may hold')]);
  expect(told.isError).toEqual([true]);
  expect((await project.json<{ runs: unknown[] }>('runs')).runs).toEqual([]);
});

test('a second program follows a session that the first has left, and ends it at once', async () => {
  const project = await makeProject({ timeouts: { grace: '500ms' } });
  const goal = 'why?\n```rehearsal researcher\n- sleep: 5m\n```\n';
  const { run_id: runId } = await project.json<{ run_id: string }>('start', 'research', goal);
  const told = await playProgram<Record<string, unknown>>(
    project,
    `const orchestrator = new Orchestrator();
     const ended = new Promise((resolve) => {
       orchestrator.on((event) => event.type === 'session_ended' && resolve(event));
     });
     told.goal = (await orchestrator.attach('${runId}')).goal;
     await orchestrator.kill();
     told.success = (await ended).result.success;
     told.states = orchestrator.listAgents().map(({ status }) => status);
     await orchestrator.close();`,
  );
  expect(told).toEqual({ goal, success: false, states: ['terminated', 'terminated'] });
});

test('a program in TypeScript is checked against the types that the package brings', async () => {
  const project = await makeProject();
  await play(project, ['-e', '']);
  project.write('package.json', '{ "type": "module" }');
  project.write(
    'program.ts',
    `import { DEFAULT_CONFIG, defineWorkflow, Orchestrator } from 'swarmctl';
     import type { AgentMessage, ManagedAgent, OrchestratorEvent, Session, SessionResult } from 'swarmctl';
     const message: AgentMessage = { type: 'finding', content: { title: 'Sky', body: 'blue' } };
     const orchestrator = new Orchestrator({ ...DEFAULT_CONFIG, maxAgents: 2 });
     orchestrator.on((event: OrchestratorEvent) => {
       if (event.type === 'message_routed') event.messageType.toUpperCase();
     });
     const session: Session = await orchestrator.startWorkflow('research', 'why?');
     const agent: ManagedAgent | undefined = session.agents.get('reviewer');
     await orchestrator.routeMessage('researcher', message);
     const result: SessionResult = await orchestrator.stop();
     // @ts-expect-error there is no such format
     await orchestrator.exportResults('xml');
     // @ts-expect-error no stage has this name
     defineWorkflow({ name: 'x', entry: 'b', roles: {}, stages: {} });
     export const ends = [agent?.status, result.artifacts[0]?.length];\n`,
  );
  const tsc = join(PACKAGE, 'node_modules', 'typescript', 'bin', 'tsc');
  const words = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    '',
    'program.ts',
  ];
  await expect(play(project, [tsc, ...words])).resolves.toBe('');
});

test('who stops listening is told later what was missed, and one session can follow the other', async () => {
  const project = await makeProject();
  const told = await playProgram<{ first: string[]; second: string[]; ids: string[] }>(
    project,
    `const orchestrator = new Orchestrator();
     let types = [];
     const listen = ({ type }) => types.push(type);
     orchestrator.on(listen);
     const heard = (wanted) =>
       new Promise((resolve) => orchestrator.on(({ type }) => type === wanted && resolve()));
     const started = heard('session_started');
     const one = await orchestrator.startWorkflow('research', 'why?');
     await started;
     orchestrator.stopMonitoring();
     await orchestrator.finished();
     const before = types.includes('session_ended');
     const ended = heard('session_ended');
     orchestrator.startMonitoring();
     await ended;
     told.first = [String(before), ...types.filter((type) => /^(session|stage|workflow)_/.test(type))];
     types = [];
     const again = heard('session_ended');
     const two = await orchestrator.startWorkflow('research', 'and why that?');
     await again;
     orchestrator.off(listen);
     told.second = types.filter((type) => /^(session|stage|workflow)_/.test(type));
     told.ids = [one.id, two.id];
     await orchestrator.close();`,
  );
  const story = ['session_started', 'stage_transition', 'workflow_complete', 'session_ended'];
  expect(told.first).toEqual(['false', ...story]);
  expect(told.second).toEqual(story);
  expect(new Set(told.ids).size).toBe(2);
});

test('a program asks any verb of a person by its name, in the form that all doors have', async () => {
  const project = await makeProject();
  const told = await playProgram<Record<string, unknown>>(
    project,
    `const orchestrator = new Orchestrator();
     const problemOf = ({ code, message }) => [code, message];
     const refused = (verb, input) => orchestrator.ask(verb, input).catch(problemOf);
     const added = await orchestrator.ask('queue.add', { title: 'look at it' });
     told.added = added.title;
     told.listed = (await orchestrator.ask('queue.list')).items.map(({ title }) => title);
     told.unknown = await refused('queue.lst');
     told.key = await refused('queue.add', { titel: 'look' });
     told.ofAgents = await refused('session.interrupt-self', {});
     told.none = await refused('session.show', { session_id: 'nobody' });
     await orchestrator.close();`,
  );
  expect(told).toMatchObject({ added: 'look at it', listed: ['look at it'] });
  expect(told.unknown).toEqual(['verb-unknown', expect.stringContaining('queue.lst')]);
  expect(told.key).toEqual(['input-invalid', expect.stringContaining('titel')]);
  expect(told.ofAgents).toEqual(['verb-for-agents', 'Only an agent may ask session.interrupt-self']);
  expect(told.none).toEqual(['session-not-found', expect.stringContaining('nobody')]);
});

import * as z from 'zod/mini';
import type { CreatedSession, SessionReport } from '../../app/app.ts';
import { AGENT_CLIS } from '../../contract/agent-cli.ts';
import { CreateSession, MODES, PRIORITIES } from '../../contract/session.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { sessionStatusJson } from '../../views/session-status.ts';
import { statusWord } from '../../views/session-view.ts';
import { awaitSessions, hasStarted } from '../await-sessions.ts';
import { answered, localCommand, refused } from '../command.ts';
import { endExitCode } from '../end-exit-code.ts';
import { asList, asRecord, dollars, durationMs, pair, tokenCount } from '../flag.ts';
import { followOutput } from '../follow-output.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';

const Input = z.extend(z.omit(CreateSession, { prompt: true, promptSource: true, schema: true }), {
  file: z.string(),
  schemaFile: z.optional(z.string()),
  follow: z._default(z.boolean(), false),
  quiet: z._default(z.boolean(), false),
});
type Input = z.infer<typeof Input>;

type Created = Readonly<{ created: CreatedSession; isQuiet: boolean; last: SessionReport | null }>;

export const create = localCommand({
  asks: 'anyone',
  name: 'create',
  summary: 'Start an agent on a task',
  examples: [
    'swarm create reviewer task.md',
    'git diff | swarm create reviewer - --tag nightly --follow',
    'swarm create builder task.md --workspace --timeout 1h --key build-42',
    'swarm create reviewer task.md --budget 2.50 --budget-tokens 500k',
    'swarm create reviewer task.md --schema verdict.schema.json',
  ],
  words: [
    { name: 'agent', key: 'persona', about: 'Name of a persona (swarm personas)', offers: 'persona' },
    { name: 'task-file|-', key: 'file', about: 'File that holds the task, or - for stdin', offers: 'file' },
  ],
  flags: [
    {
      name: 'cli',
      key: 'cli',
      value: 'name',
      about: "Agent CLI to use instead of the persona's",
      offers: AGENT_CLIS,
    },
    {
      name: 'mode',
      key: 'mode',
      value: 'mode',
      about: `How it is driven: ${MODES.join(' or ')}`,
      offers: MODES,
    },
    { name: 'model', key: 'model', value: 'name', about: 'Model to use' },
    { name: 'tag', key: 'tags', value: 'tag', about: 'Tag to find it by', gather: asList },
    {
      name: 'timeout',
      key: 'timeoutMs',
      value: 'duration',
      about: 'Limit of its working time, as 45m',
      ...durationMs,
    },
    {
      name: 'budget',
      key: 'budgetUsd',
      value: 'dollars',
      about: 'Money it may spend; then it waits and asks',
      ...dollars,
    },
    {
      name: 'budget-tokens',
      key: 'budgetTokens',
      value: 'tokens',
      about: 'Tokens it may read and write, as 500k',
      ...tokenCount,
    },
    {
      name: 'priority',
      key: 'priority',
      value: 'word',
      about: `Order in the queue: ${PRIORITIES.join(', ')}`,
      offers: PRIORITIES,
    },
    {
      name: 'meta',
      key: 'metadata',
      value: 'key=value',
      about: 'Metadata for state.json',
      ...pair,
      gather: asRecord,
    },
    {
      name: 'schema',
      key: 'schemaFile',
      value: 'file',
      about: 'JSON Schema that its result must fit',
      offers: 'file',
    },
    { name: 'wait', key: 'wait', about: 'Block until there is a free place instead of being refused' },
    { name: 'follow', short: 'f', key: 'follow', about: 'Stay and show what it writes; exit as it ends' },
    { name: 'quiet', short: 'q', key: 'quiet', about: 'Print the session id only' },
    { name: 'workspace', key: 'workspace', about: 'Give it a git worktree and branch of its own' },
    {
      name: 'parent',
      key: 'parentId',
      value: 'session',
      about: 'The session that asks for this one',
      offers: 'session',
    },
    {
      name: 'key',
      key: 'key',
      value: 'text',
      about: 'The same key and content give the same session, never a second',
    },
  ],
  input: Input,
  run,
  show: ({ created, isQuiet, last }) => (isQuiet || last !== null ? '' : renderCreated(created)),
  json: ({ created, last }) => ({
    session_id: created.session.id,
    agent: created.session.persona,
    status: statusWord(created.session),
    is_new: created.isNew,
    workspace: created.workspaceDir,
    tmux_session: created.pane,
    warnings: created.warnings,
    ...(last === null ? {} : { ended: sessionStatusJson(last) }),
  }),
  exitCode: ({ last }) => (last === null ? 0 : endExitCode([last.session])),
});

async function run(host: Host, input: Input, io: Io): Promise<Outcome<Created>> {
  const { file, schemaFile, follow, quiet, ...asked } = input;
  const prompt = await host.readTask(file);
  if (!prompt.ok) return prompt;
  const schema = await readSchema(host, schemaFile);
  if (!schema.ok) return schema;
  const app = await host.app();
  const parentId = asked.parentId ?? host.attempt?.sessionId ?? undefined;
  const task = { prompt: prompt.value, promptSource: file };
  const outcome = await app.createSession({ ...asked, ...task, ...schema.value, parentId });
  if (!outcome.ok) return outcome;
  const created = outcome.value;
  for (const warning of created.warnings) io.warn(`⚠️  ${warning}\n`);
  if (!created.isNew) io.warn('ℹ️  This key was used before: nothing new was started\n');
  if (quiet) await io.say(`${created.session.id}\n`);
  else if (follow) await io.say(renderCreated(created));

  const ids = [created.session.id];
  if (input.wait || follow) {
    const started = await awaitSessions(host, { ids, until: hasStarted });
    if (!started.ok) return started;
  }
  return follow
    ? followToEnd(host, created, { io, isQuiet: quiet })
    : answered({ created, isQuiet: quiet, last: null });
}

type Schema = Pick<CreateSession, 'schema' | 'schemaSource'>;

async function readSchema(host: Host, file: string | undefined): Promise<Outcome<Schema>> {
  if (file === undefined) return answered({ schemaSource: '-' });
  const text = await host.readTask(file);
  if (!text.ok) return refused({ code: 'schema-missing', file });
  return answered({ schema: text.value, schemaSource: file });
}

async function followToEnd(
  host: Host,
  created: CreatedSession,
  { io, isQuiet }: { io: Io; isQuiet: boolean },
): Promise<Outcome<Created>> {
  const report = await (await host.app()).showSession({ sessionId: created.session.id });
  if (!report.ok) return report;
  const last = await followOutput(host, report.value, async (text) => (isQuiet ? undefined : io.say(text)));
  if (!last.ok) return last;
  if (!isQuiet) await io.say(`\n${created.session.id} is ${statusWord(last.value.session)}\n`);
  return answered({ created, isQuiet, last: last.value });
}

function renderCreated({ session, workspaceDir, pane }: CreatedSession): string {
  const folder = workspaceDir.endsWith('/') ? workspaceDir : `${workspaceDir}/`;
  return [
    `✅ Session created: ${session.id}`,
    `📁 Workspace: ${folder}`,
    `🖥️ Tmux: ${pane ?? 'none (it runs without a terminal)'}`,
    pane === null ? `📋 Follow: swarm logs ${session.id} --follow` : `📋 Attach: swarm attach ${session.id}`,
    '',
  ].join('\n');
}

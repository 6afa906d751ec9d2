import * as z from 'zod/mini';
import type { AttachedSessionAnswer } from '../../contract/answer/session.ts';
import { SessionName } from '../../contract/id.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { RunReport } from '../../domain/run/report.ts';
import type { Session } from '../../domain/session/session.ts';
import { detachKeys } from '../../views/detach-keys.ts';
import { renderHeadlessNote } from '../../views/headless-note.ts';
import { isLiveRun } from '../../views/run-status.ts';
import type { SessionView } from '../../views/session-view.ts';
import { statusWord } from '../../views/session-view.ts';
import { answered, localCommand, refused } from '../command.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { namedRun } from '../named-run.ts';
import { onlyLiveRun } from '../only-run.ts';

const Input = z.object({ name: z.optional(SessionName), takeOver: z._default(z.boolean(), false) });
type Input = z.infer<typeof Input>;
type Attached = Readonly<{ sessionId: string; pane: string; exitCode: number; isWaiting: boolean }>;

const SCREEN_LIMIT_MS = 60_000;

export const attach = localCommand({
  asks: 'person',
  name: 'attach',
  summary: "Attach to an agent's pane",
  about: [
    'Needs a terminal and tmux. The agent works on after you detach. Works inside your own tmux too.',
    'A run has one window for each role; you begin with the one whose stage it is (Ctrl+B then N: the next).',
    '--take-over ends the headless process of a session and opens its conversation on a screen of its own,',
    'where you go on by hand. "swarm hand-back" lets the agent go on alone.',
  ].join('\n'),
  examples: ['swarm attach 20251118-153042-reviewer', 'swarm attach --take-over reviewer'],
  words: [
    {
      name: 'session|run|role',
      key: 'name',
      about: 'Id of a session or a run, or a role of the only live run; without it, that run',
      isOptional: true,
      offers: 'target',
    },
  ],
  flags: [{ name: 'take-over', key: 'takeOver', about: 'Go on with a headless session by hand' }],
  input: Input,
  run,
  show: ({ sessionId, isWaiting }) =>
    isWaiting
      ? `✅ Session taken over: ${sessionId}\n   Join it from a terminal: swarm attach ${sessionId}\n`
      : '',
  answer: async () => (await import('../../contract/answer/session.ts')).AttachedSessionAnswer,
  json: ({ sessionId, pane, exitCode }): AttachedSessionAnswer => ({
    session_id: sessionId,
    tmux_session: pane,
    exit_code: exitCode,
  }),
  exitCode: ({ exitCode }) => (exitCode === 0 ? 0 : 2),
});

async function run(host: Host, { name: given, takeOver }: Input, io: Io): Promise<Outcome<Attached>> {
  const name = given ?? (await onlyLiveRun(host, 'attach'));
  if (takeOver) return takeOverAndAttach(host, name, io);
  const report = await host.ask('session.show', { sessionId: name });
  if (report.ok) return attachTo(host, report.value, io);
  const runId = namedRun(report);
  return runId === null ? report : attachToRun(host, runId, io);
}

async function takeOverAndAttach(host: Host, name: string, io: Io): Promise<Outcome<Attached>> {
  const taken = await host.ask('session.take-over', { sessionId: name });
  if (!taken.ok) return taken;
  const { id: sessionId } = taken.value;
  await io.say(`⏳ Opening a screen for ${sessionId} …\n`);
  const opened = await awaitScreen(host, taken.value);
  if (!opened.ok) return opened;
  const report = await host.ask('session.show', { sessionId });
  if (!report.ok) return report;
  const { paneSession: pane } = report.value;
  if (!io.isTerminal) return answered({ sessionId, pane, exitCode: 0, isWaiting: true });
  return attachTo(host, report.value, io);
}

/** The roles of a run share one tmux session: the pane of any role leads to all of them. */
async function attachToRun(host: Host, runId: string, io: Io): Promise<Outcome<Attached>> {
  const found = await host.ask('run.show', { runId });
  if (!found.ok) return found;
  const { run: named } = found.value;
  if (!isLiveRun(named)) return refused({ code: 'run-over', runId, state: named.state });
  for (const { session } of inOrder(found.value)) {
    const report = await host.ask('session.show', { sessionId: session.id });
    if (report.ok && report.value.paneActive) return attachTo(host, report.value, io);
  }
  return refused({ code: 'run-has-no-pane', runId, state: named.state });
}

/** Whose stage it is comes first, then the newest. */
function inOrder({ memory: { definition }, run: { stage }, roles }: RunReport): RunReport['roles'] {
  const current = definition.stages.find(({ name }) => name === stage)?.role;
  const isCurrent = ({ session }: RunReport['roles'][number]): boolean => session.role === current;
  const newest = roles.toReversed();
  return [...newest.filter(isCurrent), ...newest.filter((role) => !isCurrent(role))];
}

// Until the new process has been heard of, the pane may still be the one that is about to go.
async function awaitScreen(host: Host, { id, attempt }: Session): Promise<Outcome<true>> {
  const waited = await host.ask('session.wait', {
    sessionIds: [id],
    until: 'heard',
    attempt: attempt + 1,
    timeoutMs: SCREEN_LIMIT_MS,
  });
  if (!waited.ok) return waited;
  if (waited.value.isInTime) return answered(true);
  return refused({ code: 'session-not-active', sessionId: id, status: 'its screen is not open yet' });
}

async function attachTo(host: Host, report: SessionView, io: Io): Promise<Outcome<Attached>> {
  const { session, paneSession: pane, paneActive, elsewhere } = report;
  const { id: sessionId } = session;
  if (elsewhere !== null) return refused({ code: 'session-elsewhere', sessionId, host: elsewhere });
  if (!paneActive) return refused({ code: 'session-not-active', sessionId, status: statusWord(session) });
  if (!io.isTerminal) return refused({ code: 'attach-needs-terminal' });
  const keys = detachKeys(await host.outerPrefix());
  const note = session.mode === 'headless' ? `   ${renderHeadlessNote(sessionId)}\n` : '';
  await io.say(`🖥️ Attaching to session: ${pane}\n   Press ${keys} to detach\n${note}\n`);
  const ended = await host.attach(report);
  return ended.ok ? answered({ sessionId, pane, exitCode: ended.value, isWaiting: false }) : ended;
}

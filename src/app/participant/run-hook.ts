import { RunHook } from '../../contract/hook.ts';
import type { MailInbox } from '../../domain/mail/report.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { endedRefusal } from '../../domain/participant/participant.ts';
import type { Presence } from '../../domain/participant/presence.ts';
import { renderHookContext } from '../../views/hook-context.ts';
import { refusalText } from '../../views/refusal-text.ts';
import { verb } from '../verb.ts';
import { findSelf } from './find-self.ts';
import { joinProject } from './join-project.ts';
import { type LeaveDeps, leaveProject } from './leave-project.ts';
import { type LookDeps, listPresences } from './list-presences.ts';
import type { ParticipantDeps } from './participant-deps.ts';

type Hooked = Readonly<{ event: RunHook['event']; participantId: string; context: string | null }>;

/** What the hooks of an agent CLI ask: it joins, is told what is new, and leaves, with nothing else to do. */
async function runHook(deps: LeaveDeps & LookDeps, input: RunHook): Promise<Outcome<Hooked>> {
  const { event, cli, conversation } = input;
  if (event === 'session-end') {
    const left = await leaveProject(deps);
    return left.ok ? accept({ event, participantId: left.value.id, context: null }) : left;
  }
  const endedBefore = await findEnd(deps);
  const self = await joinProject(deps, { cli, conversation });
  if (!self.ok) return self;
  const isFirst = event === 'session-start';
  const others = isFirst ? await listOthers(deps, self.value) : [];
  const mail = await findUnread(deps, self.value.id);
  const context = renderHookContext({ self: self.value, others, endedBefore, isFirst, mail });
  return accept({ event, participantId: self.value.id, context });
}

/** Why the one that this process was before has ended, unless it left by itself. */
async function findEnd(deps: ParticipantDeps): Promise<string | null> {
  const self = await findSelf(deps, await deps.callers.observe());
  if (self.is !== 'participant') return null;
  const { participant } = self;
  const isNews = participant.state === 'ended' && participant.endReason !== 'left';
  return isNews ? refusalText(endedRefusal(participant)).message : null;
}

const listOthers = async (deps: LookDeps, self: Presence): Promise<readonly Presence[]> =>
  (await listPresences(deps)).filter(({ id }) => id !== self.id);

const UNREAD_MOST = 100;

async function findUnread(
  { store }: Pick<ParticipantDeps, 'store'>,
  recipient: string,
): Promise<Pick<MailInbox, 'entries' | 'unread'>> {
  const entries = await store.listMailInbox({ recipient, isUnread: true, limit: UNREAD_MOST });
  const isWhole = entries.length < UNREAD_MOST;
  const unread = isWhole ? entries.length : await store.countMailInbox({ recipient, isUnread: true });
  return { entries, unread };
}

export const runHookVerb = verb({
  name: 'participant.hook',
  summary: 'Join, hear what is new, or leave, as the hooks of an agent CLI ask',
  asks: 'person',
  reads: false,
  input: RunHook,
  answer: async () => (await import('../../contract/answer/hook.ts')).HookAnswer,
  run: runHook,
  json: ({ participantId, context }) => ({ participant_id: participantId, context }),
});

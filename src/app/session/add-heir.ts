import { LONE, type Message } from '../../domain/message/message.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { sessionId } from '../../domain/session/names.ts';
import type { Session } from '../../domain/session/session.ts';
import type { SessionSpec } from '../../domain/session/spec.ts';
import type { DuplicateOf } from '../../store/commit-result.ts';
import type { Write } from '../../store/store.ts';
import type { VerbDeps } from '../deps.ts';
import { type Draft, draftTurn, noteOf, openDraft } from '../draft.ts';

export type HeirDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'by' | 'poke' | 'config'> &
  Readonly<{ hasFolder: (sessionId: string) => boolean }>;

type Birth = Readonly<{
  /** What it is, once it has an id. */
  born: (born: { id: string; at: number; conversationId: string; retries: number }) => Session;
  from: Session;
  spec: SessionSpec;
  note: string;
  body: string;
  /** `prompt`: it begins from its task, and remembers nothing. */
  kind?: 'message' | 'prompt';
  /** Written with it. */
  more: (draft: Draft) => readonly Write[];
}>;

export type Heir = Readonly<{ session: Session; message: Message }>;

const TRIES_FOR_AN_ID = 200;

/**
 * Adds a session that begins from another, with its first message, under a free id. It waits for a slot like
 * any other. `stale`: another writer was faster at one of the rows.
 */
export async function addHeir(deps: HeirDeps, birth: Birth): Promise<Outcome<Heir> | 'stale'> {
  const at = deps.clock.now();
  for (let nth = 1; nth <= TRIES_FOR_AN_ID; nth++) {
    const id = sessionId(new Date(at), birth.from.persona, nth);
    if (deps.hasFolder(id)) continue;
    const { heir, draft } = draftHeir(deps, birth, { id, at });
    const result = await deps.store.commit(draft.writes);
    if (result.saved) {
      await deps.poke(id);
      return accept(heir);
    }
    if (!isTakenId(result)) return 'stale';
  }
  return refuse({ code: 'id-exhausted', sessionId: birth.from.id });
}

const isTakenId = (result: Readonly<{ why: string; of?: DuplicateOf }>): boolean =>
  result.why === 'duplicate' && result.of === 'session';

function draftHeir(
  deps: HeirDeps,
  { born, spec, note, body, kind = 'message', more }: Birth,
  { id, at }: Readonly<{ id: string; at: number }>,
): Readonly<{ heir: Heir; draft: Draft }> {
  const session = born({ id, at, conversationId: deps.ids.uuid(), retries: deps.config.retries });
  const draft = openDraft(session, [], { at, by: deps.by });
  draft.writes.push({ kind: 'add-session', session, spec, journal: noteOf(draft, note) });
  const { id: turnId } = draftTurn(draft, { id: deps.ids.uuid(), kind, body });
  const message: Message = {
    ...LONE,
    id: turnId,
    sender: deps.by,
    recipient: id,
    body,
    turnId,
    createdAt: at,
  };
  if (kind === 'message')
    draft.writes.push({ kind: 'add-message', message, journal: noteOf(draft, `from ${deps.by}`) });
  draft.writes.push(...more(draft));
  return { heir: { session, message }, draft };
}

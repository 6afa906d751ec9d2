import { eventsWithWords } from '../../src/contract/event-words.ts';
import type { Hit, SearchKind } from '../../src/domain/search/hit.ts';
import type { Rows } from './oracle-rows.ts';

type Texts = readonly (string | null)[];
const hit = (fields: Omit<Hit, 'text'>, texts: Texts): Hit => ({
  ...fields,
  text: texts
    .map((text) => text ?? '')
    .join('\n\n')
    .trim(),
});

/** Every row of a kind as it would be found, the one that was added last at the end. */
const ALL: Readonly<Record<SearchKind, (rows: Rows) => readonly Hit[]>> = {
  session: ({ sessions, specs }) =>
    sessions.map(({ id, runId, title, createdAt: at, reasonText }) =>
      hit({ kind: 'session', id, at, sessionId: id, runId, title }, [
        specs.get(id)?.prompt ?? '',
        title,
        reasonText,
      ]),
    ),
  run: ({ runs }) =>
    runs.map(({ id, createdAt: at, workflow, goal, reasonText }) =>
      hit({ kind: 'run', id, at, sessionId: null, runId: id, title: workflow }, [goal, reasonText]),
    ),
  work: ({ works }) =>
    works.map(({ id, createdAt: at, sessionId, title, body }) =>
      hit({ kind: 'work', id, at, sessionId, runId: null, title }, [body, title]),
    ),
  question: ({ questions }) =>
    questions.map(({ id, askedAt: at, sessionId, runId, state, text, answer }) =>
      hit({ kind: 'question', id, at, sessionId, runId, title: state }, [text, answer]),
    ),
  note: ({ notes }) =>
    notes.map((note) => {
      const { id, createdAt: at, sessionId, runId, state } = note;
      const texts = [note.description, note.context, note.escalationReason, note.resolution];
      return hit({ kind: 'note', id, at, sessionId, runId, title: state }, texts);
    }),
  message: ({ messages, sessions }) =>
    messages.map((message) => {
      const { id, createdAt: at, runId, sender, recipient, fromRole, toRole, body, content } = message;
      const sessionId = sessions.find((it) => it.id === recipient || it.id === sender)?.id ?? null;
      const title = `${fromRole ?? sender} → ${toRole ?? recipient}`;
      const written = content === null ? null : JSON.stringify(content);
      return hit({ kind: 'message', id, at, sessionId, runId, title }, [body, written]);
    }),
  mail: ({ mails }) =>
    mails.map(({ id, createdAt: at, subject, body }) =>
      hit({ kind: 'mail', id, at, sessionId: null, runId: null, title: subject }, [body, subject]),
    ),
  journal: ({ journal }) =>
    journal.map(({ seq, at, sessionId, runId, event, note, toState }) =>
      hit({ kind: 'journal', id: String(seq), at, sessionId, runId, title: event }, [note, toState]),
    ),
};

export const hitsIn = (
  rows: Rows,
  { terms, kind }: Readonly<{ terms: readonly string[]; kind: SearchKind }>,
): readonly Hit[] =>
  terms.length === 0
    ? []
    : ALL[kind](rows)
        .filter(({ text, title }) =>
          terms.every(
            (term) =>
              text.toLowerCase().includes(term) ||
              (kind === 'journal' && eventsWithWords(term).includes(title)),
          ),
        )
        .toReversed()
        .toSorted((a, b) => b.at - a.at);

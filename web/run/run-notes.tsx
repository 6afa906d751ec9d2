import type { JSX } from 'preact';
import type { NoteAnswer } from '../../src/contract/answer/note.ts';
import { useAnswer } from '../api/resource.ts';
import { momentOf } from '../shell/numbers.ts';
import { Shown } from '../shell/page.tsx';
import { pathTo } from '../shell/path-to.ts';

/** What the agents of a run assumed or doubted, and how each was settled. */
export function RunNotes({ id }: Readonly<{ id: string }>): JSX.Element {
  const list = useAnswer('note.list', { name: id }, { kinds: ['note'] });
  return (
    <>
      <h2 class="section-head">Notes</h2>
      <Shown of={list}>
        {({ notes }) =>
          notes.length === 0 ? (
            <p class="none">None yet.</p>
          ) : (
            <ul class="lines">
              {notes.map((note) => (
                <li key={note.id}>
                  <NoteLine note={note} />
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </>
  );
}

function NoteLine({ note }: Readonly<{ note: NoteAnswer }>): JSX.Element {
  const about = [note.note_id, note.task_id, momentOf(note.created_at)].filter((one) => one !== null);
  return (
    <a href={pathTo('sessions', note.session_id)} data-row="">
      <strong>{note.status}</strong> {note.description} <span class="hint">{about.join(' · ')}</span>
      {note.context !== '' && <span class="excerpt">{note.context}</span>}
      {note.escalation_reason !== null && <span class="excerpt">Escalated: {note.escalation_reason}</span>}
      {note.resolution !== null && <span class="excerpt">Settled: {note.resolution}</span>}
    </a>
  );
}

import type { JSX } from 'preact';
import type { SessionStatusAnswer } from '../../src/contract/answer/session.ts';
import { useAnswer } from '../api/resource.ts';
import { momentOf, sizeOf } from '../shell/numbers.ts';
import { Failure, Shown } from '../shell/page.tsx';
import { ChangedFile } from './changed-file.tsx';
import { FoldedFile } from './folded-file.tsx';

/** What the session changed in its workspace, and what is in its own folder. Each opens where it stands. */
export const FilesTab = ({ session }: Readonly<{ session: SessionStatusAnswer }>): JSX.Element => (
  <>
    <h2 class="section-head">Changed in its workspace</h2>
    {session.worktree === null ? (
      <p class="none">It has no workspace of its own: it works among all others in the project.</p>
    ) : (
      <ChangedFiles id={session.session_id} />
    )}
    <h2 class="section-head">Prompt, result and logs</h2>
    <OwnFiles id={session.session_id} />
  </>
);

type Id = Readonly<{ id: string }>;

function ChangedFiles({ id }: Id): JSX.Element {
  const diff = useAnswer('session.diff', { session_id: id, stat: true }, { kinds: ['session'], id });
  return (
    <Shown of={diff}>
      {({ files, unread }) => (
        <>
          {files.length === 0 && <p class="none">Nothing was changed yet.</p>}
          {files.map((file) => (
            <ChangedFile key={file.path} id={id} file={file} />
          ))}
          {unread.length > 0 && <Failure text={`Not to be read: ${unread.join(', ')}`} />}
        </>
      )}
    </Shown>
  );
}

function OwnFiles({ id }: Id): JSX.Element {
  const list = useAnswer('session.files', { session_id: id }, { kinds: ['session'], id });
  return (
    <Shown of={list}>
      {({ files }) => (
        <>
          {files.length === 0 && <p class="none">Nothing was written yet.</p>}
          {files.map(({ path, bytes, changed_at }) => (
            <FoldedFile key={path} path={path} hint={`${sizeOf(bytes)} · ${momentOf(changed_at)}`}>
              {() => <OwnFile id={id} path={path} />}
            </FoldedFile>
          ))}
        </>
      )}
    </Shown>
  );
}

function OwnFile({ id, path }: Id & Readonly<{ path: string }>): JSX.Element {
  const file = useAnswer('session.file', { session_id: id, file: path }, { kinds: ['session'], id });
  return (
    <Shown of={file}>
      {({ text, cut_bytes }) => (
        <>
          {cut_bytes > 0 && <p class="hint cut">{sizeOf(cut_bytes)} before this are left out.</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
          <section class="file-text" tabIndex={0} aria-label={path}>
            <pre>{text === '' ? 'It is empty.' : text}</pre>
          </section>
        </>
      )}
    </Shown>
  );
}

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { DiffAnswer } from '../../src/contract/answer/diff.ts';
import type { SessionStatusAnswer } from '../../src/contract/answer/session.ts';
import { type Remark, remarksMessage } from '../../src/contract/remark.ts';
import { ask } from '../api/ask.ts';
import { useAnswer } from '../api/resource.ts';
import { Shown } from '../shell/page.tsx';
import { pathTo } from '../shell/path-to.ts';
import { navigate } from '../shell/router.ts';
import { told } from '../shell/toast.tsx';
import { DiffFile } from './diff-file.tsx';
import { parsePatch } from './patch.ts';
import { isOver, takesWords } from './permitted.ts';

/** What the session changed since its workspace began. Remarks on lines go to its agent as one message. */
export function DiffTab({ session }: Readonly<{ session: SessionStatusAnswer }>): JSX.Element {
  const id = session.session_id;
  const diff = useAnswer('session.diff', { session_id: id }, { kinds: ['session'], id });
  const comments = useSignal<readonly Remark[]>([]);
  const send = async (): Promise<void> => {
    const sent = await told(
      ask('message.send', { to: id, body: remarksMessage(comments.value) }),
      'Sent as one message',
    );
    if (sent === null) return;
    comments.value = [];
    if (sent.continues !== null && sent.to !== null) navigate(pathTo('sessions', sent.to));
  };
  return (
    <>
      <button type="button" class="reload" onClick={diff.reload}>
        Read again
      </button>
      <Shown of={diff}>
        {(value) => (
          <>
            <Summary diff={value} />
            {parsePatch(value.patch ?? '').map((file) => (
              <DiffFile key={file.path} file={file} comments={comments} canComment={takesWords(session)} />
            ))}
            {value.patch_cut && <p class="hint">The patch is too long: only its beginning is here.</p>}
          </>
        )}
      </Shown>
      {comments.value.length > 0 && (
        <div class="review-bar">
          <span>
            {comments.value.length} {comments.value.length === 1 ? 'remark' : 'remarks'}
          </span>
          <button type="button" onClick={() => (comments.value = [])}>
            Discard
          </button>
          <button type="button" class="primary" onClick={() => void send()}>
            {isOver(session) ? 'Send back' : 'Send to the agent'}
          </button>
        </div>
      )}
    </>
  );
}

function Summary({ diff }: Readonly<{ diff: DiffAnswer }>): JSX.Element {
  const count = diff.files.length;
  return (
    <p class="diff-summary">
      {count} {count === 1 ? 'file' : 'files'}, <span class="come">+{diff.added}</span>{' '}
      <span class="gone">−{diff.deleted}</span>
      {diff.commit_count > 0 && `, ${diff.commit_count} ${diff.commit_count === 1 ? 'commit' : 'commits'}`}
      {diff.uncommitted.length > 0 && `, ${diff.uncommitted.length} uncommitted`}
      {diff.branch !== null && (
        <>
          {' on '}
          <code>{diff.branch}</code>
        </>
      )}
    </p>
  );
}

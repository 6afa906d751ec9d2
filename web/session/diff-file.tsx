import { type Signal, signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Remark } from '../../src/contract/remark.ts';
import type { PatchFile, PatchLine } from './patch.ts';

type Props = Readonly<{ file: PatchFile; comments: Signal<readonly Remark[]>; canComment: boolean }>;

/** Longer ones begin folded. */
const MOST_OPEN = 600;
const SIGNS = { same: ' ', come: '+', gone: '−', hunk: '', note: '' } as const;

export function DiffFile({ file, comments, canComment }: Props): JSX.Element {
  return (
    <details class="diff-file" open={file.lines.length <= MOST_OPEN}>
      <summary>{file.path}</summary>
      <div class="diff-lines">
        {file.lines.map((line, index) => (
          <Line key={index} line={line} path={file.path} comments={comments} canComment={canComment} />
        ))}
      </div>
    </details>
  );
}

const NO_REMARKS: Signal<readonly Remark[]> = signal([]);

/** The same lines, only to be read. */
export const DiffLines = ({ path, lines }: PatchFile): JSX.Element => (
  <div class="diff-lines">
    {lines.map((line, index) => (
      <Line key={index} line={line} path={path} comments={NO_REMARKS} canComment={false} />
    ))}
  </div>
);

type LineProps = Omit<Props, 'file'> & Readonly<{ line: PatchLine; path: string }>;

function Line({ line, path, comments, canComment }: LineProps): JSX.Element {
  const isOpen = useSignal(false);
  const number = line.after ?? line.before;
  const mine = comments.value.filter((comment) => isAbout(comment, path, line));
  return (
    <>
      <div class={`diff-line ${line.kind}`}>
        {canComment && number !== null ? (
          <button
            type="button"
            class="number"
            aria-label={`Remark on line ${number} of ${path}`}
            onClick={() => (isOpen.value = true)}
          >
            {number}
          </button>
        ) : (
          <span class="number">{number ?? ''}</span>
        )}
        <span class="sign">{SIGNS[line.kind]}</span>
        <code>{line.text}</code>
      </div>
      {mine.map(({ text }) => (
        <p class="remark" key={text}>
          {text}
        </p>
      ))}
      {isOpen.value && (
        <RemarkForm
          close={() => (isOpen.value = false)}
          keep={(text) => (comments.value = [...comments.value, commentOn(path, line, text)])}
        />
      )}
    </>
  );
}

const sideOf = (line: PatchLine): Remark['side'] => (line.after === null ? 'before' : 'after');

const commentOn = (path: string, line: PatchLine, text: string): Remark => ({
  path,
  line: line.after ?? line.before ?? 0,
  side: sideOf(line),
  code: line.text,
  text,
});

const isAbout = (comment: Remark, path: string, line: PatchLine): boolean =>
  comment.path === path && comment.side === sideOf(line) && comment.line === (line.after ?? line.before);

type RemarkProps = Readonly<{ keep: (text: string) => void; close: () => void }>;

function RemarkForm({ keep, close }: RemarkProps): JSX.Element {
  const text = useSignal('');
  return (
    <form
      class="remark-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.value.trim() !== '') keep(text.value);
        close();
      }}
    >
      <textarea
        rows={2}
        // biome-ignore lint/a11y/noAutofocus: the person opened it to type
        autoFocus
        aria-label="Remark"
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
      <button type="submit" class="primary">
        Keep
      </button>
      <button type="button" onClick={close}>
        Cancel
      </button>
    </form>
  );
}

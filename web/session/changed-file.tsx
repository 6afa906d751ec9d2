import type { JSX } from 'preact';
import type { DiffAnswer } from '../../src/contract/answer/diff.ts';
import { useAnswer } from '../api/resource.ts';
import { Shown } from '../shell/page.tsx';
import { DiffLines } from './diff-file.tsx';
import { FoldedFile } from './folded-file.tsx';
import { parsePatch } from './patch.ts';

type Props = Readonly<{ id: string; file: DiffAnswer['files'][number] }>;

/** A changed file: all of its lines, with those that came and went marked. */
export function ChangedFile({ id, file: { path, renamed_from, added, deleted } }: Props): JSX.Element {
  const hint = (
    <>
      {added === null ? 'not text' : <Counts added={added} deleted={deleted ?? 0} />}
      {renamed_from !== null && ` · was ${renamed_from}`}
    </>
  );
  return (
    <FoldedFile path={path} hint={hint}>
      {() => <Whole id={id} paths={renamed_from === null ? [path] : [path, renamed_from]} />}
    </FoldedFile>
  );
}

const Counts = ({ added, deleted }: Readonly<{ added: number; deleted: number }>): JSX.Element => (
  <span class="diff-summary">
    <span class="come">+{added}</span> <span class="gone">−{deleted}</span>
  </span>
);

function Whole({ id, paths }: Readonly<{ id: string; paths: readonly string[] }>): JSX.Element {
  const input = { session_id: id, paths: [...paths], whole: true };
  const diff = useAnswer('session.diff', input, { kinds: ['session'], id });
  return (
    <Shown of={diff}>
      {({ patch, patch_cut }) => (
        <>
          {parsePatch(patch ?? '').map(({ path, lines }) => (
            <DiffLines key={path} path={path} lines={lines.filter(({ kind }) => kind !== 'hunk')} />
          ))}
          {patch_cut && <p class="hint cut">The file is too long: only its beginning is here.</p>}
        </>
      )}
    </Shown>
  );
}

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { ask } from '../api/ask.ts';
import { useAnswer } from '../api/resource.ts';
import { Dialog } from '../shell/dialog.tsx';
import { Field, Form } from '../shell/form.tsx';
import { Page, Shown } from '../shell/page.tsx';
import { told } from '../shell/toast.tsx';
import { BoardColumn } from './board-column.tsx';
import { type CardMove, COLUMNS, columnOf } from './columns.ts';

const MOST_SHOWN = 1_000;

/** The work of the queue as a board. Ready work is put into order by dragging or by keys. */
export function QueuePage({ id }: Readonly<{ id: string | undefined }>): JSX.Element {
  const list = useAnswer('queue.list', { all: true, limit: MOST_SHOWN }, { kinds: ['work'] });
  const isAdding = useSignal(false);
  const move = async (wanted: CardMove | null): Promise<void> => {
    if (wanted === null) return;
    await told(perform(wanted));
    list.reload();
  };
  const add = (
    <button type="button" onClick={() => (isAdding.value = true)}>
      Add work
    </button>
  );
  return (
    <Page title="Queue" actions={add}>
      <Shown of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="none">The queue is empty.</p>
          ) : (
            <div class="board">
              {COLUMNS.map((column) => (
                <BoardColumn
                  key={column.name}
                  column={column}
                  items={items}
                  cards={items.filter((item) => columnOf(item) === column.name)}
                  chosen={id}
                  move={(wanted) => void move(wanted)}
                />
              ))}
            </div>
          )
        }
      </Shown>
      <Dialog title="Add work" isOpen={isAdding}>
        <Form
          button="Add"
          submit={async (texts) => {
            const added = await told(ask('queue.add', workOf(texts)), 'Added');
            if (added !== null) isAdding.value = false;
          }}
        >
          <Field label="Title">
            <input name="title" type="text" required />
          </Field>
          <Field label="Text">
            <textarea name="body" rows={5} />
          </Field>
          <Field label="Priority" hint="0 goes first">
            <input name="priority" type="text" inputMode="numeric" pattern="[0-9]*" />
          </Field>
        </Form>
      </Dialog>
    </Page>
  );
}

const perform = (move: CardMove): ReturnType<typeof ask<'queue.reorder' | 'queue.release'>> =>
  move.is === 'release'
    ? ask('queue.release', { work_id: move.workId, force: true, reason: 'released on the dashboard' })
    : ask('queue.reorder', {
        work_id: move.workId,
        ...(move.before === undefined ? {} : { before: move.before }),
        ...(move.after === undefined ? {} : { after: move.after }),
      });

const workOf = ({ title = '', body = '', priority = '' }: Readonly<Record<string, string>>) => ({
  title,
  body,
  ...(priority === '' ? {} : { priority: Number(priority) }),
});

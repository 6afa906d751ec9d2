import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { WorkAnswer } from '../../src/contract/answer/queue.ts';
import { type CardMove, type Column, decideMove, decideStep } from './columns.ts';
import { WorkCard } from './work-card.tsx';

type Props = Readonly<{
  column: Column;
  /** All of the board: where a card goes depends on the others. */
  items: readonly WorkAnswer[];
  cards: readonly WorkAnswer[];
  chosen: string | undefined;
  move: (wanted: CardMove | null) => void;
}>;

/** Done work is long; the newest of it is enough. */
const MOST_CARDS = 100;

export function BoardColumn({ column, items, cards, chosen, move }: Props): JSX.Element {
  const isOver = useSignal(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    isOver.value = false;
    const workId = event.dataTransfer?.getData('text/plain') ?? '';
    move(decideMove(items, { workId, column: column.name, before: cardUnder(event) }));
  };
  const isTarget = column.name === 'ready';
  return (
    <section
      class={isOver.value ? 'board-column over' : 'board-column'}
      aria-label={column.heading}
      onDragOver={(event) => {
        if (!isTarget) return;
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={drop}
    >
      <h2>
        {column.heading} <span class="count">{cards.length}</span>
      </h2>
      {cards.slice(0, MOST_CARDS).map((item) => (
        <WorkCard
          key={item.id}
          item={item}
          isChosen={item.id === chosen}
          step={isTarget ? (by) => move(decideStep(items, item.id, by)) : null}
          release={decideRelease(items, item, move)}
        />
      ))}
      {cards.length > MOST_CARDS && <p class="hint">{cards.length - MOST_CARDS} more</p>}
    </section>
  );
}

/** Without a pointer, a button does what a drag to the ready column does. */
function decideRelease(items: Props['items'], item: WorkAnswer, move: Props['move']): (() => void) | null {
  const wanted = decideMove(items, { workId: item.id, column: 'ready', before: null });
  return wanted?.is === 'release' ? () => move(wanted) : null;
}

/** The card that is dropped on: the moved one goes before it. */
const cardUnder = ({ target }: DragEvent): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-work]')?.dataset.work ?? null) : null;

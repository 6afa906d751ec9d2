import type { JSX } from 'preact';
import type { WorkAnswer } from '../../src/contract/answer/queue.ts';
import { Icon } from '../shell/icon.tsx';
import { pathTo } from '../shell/path-to.ts';

type Props = Readonly<{
  item: WorkAnswer;
  isChosen: boolean;
  /** Null where the order means nothing. */
  step: ((by: 1 | -1) => void) | null;
  release: (() => void) | null;
}>;

export function WorkCard({ item, isChosen, step, release }: Props): JSX.Element {
  const press = (event: KeyboardEvent): void => {
    const by = { J: 1, K: -1 }[event.key];
    if (by === undefined || step === null) return;
    event.preventDefault();
    step(by as 1 | -1);
  };
  return (
    <article
      class={isChosen ? 'card chosen' : 'card'}
      draggable={step !== null || release !== null}
      data-row=""
      data-work={item.id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: J and K move the card that has the focus
      tabIndex={0}
      aria-label={item.title}
      onKeyDown={press}
      onDragStart={(event) => event.dataTransfer?.setData('text/plain', item.id)}
    >
      <p class="title">{item.title}</p>
      <p class="hint">{detailsOf(item)}</p>
      {item.assigned_session !== null && <a href={pathTo('sessions', item.assigned_session)}>its session</a>}
      {step !== null && (
        <span class="steps">
          <button type="button" class="plain" aria-label={`Move up: ${item.title}`} onClick={() => step(-1)}>
            <Icon name="up" />
          </button>
          <button type="button" class="plain" aria-label={`Move down: ${item.title}`} onClick={() => step(1)}>
            <Icon name="down" />
          </button>
        </span>
      )}
      {release !== null && (
        <button type="button" onClick={release}>
          Release
        </button>
      )}
    </article>
  );
}

function detailsOf({ id, priority, labels, holder, waits_for, reason, progress }: WorkAnswer): string {
  const steps =
    progress.steps_total === null ? null : `${progress.steps_completed} of ${progress.steps_total}`;
  const waits = waits_for.length > 0 ? `waits for ${waits_for.join(', ')}` : null;
  return [id, `priority ${priority}`, ...labels, holder, steps, waits, reason].filter(Boolean).join(' · ');
}

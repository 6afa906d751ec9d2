import type { Signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

type Props = Readonly<{
  title: string;
  isOpen: Signal<boolean>;
  children: ComponentChildren;
  class?: string;
}>;

/** The browser's own dialog: it keeps the focus inside and closes on Escape. */
export function Dialog({ title, isOpen, children, class: name = '' }: Props): JSX.Element | null {
  const dialog = useRef<HTMLDialogElement>(null);
  const isShown = isOpen.value;
  useEffect(() => {
    if (!isShown || !dialog.current || dialog.current.open) return;
    dialog.current.showModal();
    // The person opened it to type; without a field the focus stays where the browser puts it.
    dialog.current.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }, [isShown]);
  if (!isShown) return null;
  const close = (): void => {
    isOpen.value = false;
  };
  return (
    <dialog class={name} ref={dialog} aria-label={title} onClose={close}>
      <div class="dialog-head">
        <h2>{title}</h2>
        <button type="button" class="plain" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}

import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';

type Props = Readonly<{ path: string; hint: ComponentChildren; children: () => ComponentChildren }>;

/** A file that is read once it is opened. */
export function FoldedFile({ path, hint, children }: Props): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <details
      class="diff-file"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>
        {path} <span class="hint">{hint}</span>
      </summary>
      {isOpen.value && children()}
    </details>
  );
}

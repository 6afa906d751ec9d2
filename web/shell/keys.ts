/** One thing that keys do. A sequence such as `g o` is typed one after the other. */
export type Binding = Readonly<{ keys: string; label: string; run: () => void }>;

/** How long after the first key of a sequence the second one counts. */
const SEQUENCE_MS = 1_500;

/** Obeys the bindings wherever the person does not type. `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
export function listenForKeys(bindings: readonly Binding[]): void {
  let before = '';
  let beforeAt = 0;
  addEventListener('keydown', (event) => {
    const key = keyOf(event);
    const isMod = key.startsWith('Mod+');
    if (event.defaultPrevented || (!isMod && (isTyping(event.target) || isDialogOpen()))) return;
    const sequence = event.timeStamp - beforeAt < SEQUENCE_MS ? `${before} ${key}` : '';
    const found = bindings.find(({ keys }) => keys === sequence) ?? bindings.find(({ keys }) => keys === key);
    before = key;
    beforeAt = event.timeStamp;
    if (!found) return;
    event.preventDefault();
    before = '';
    found.run();
  });
}

function keyOf({ key, metaKey, ctrlKey }: KeyboardEvent): string {
  return metaKey || ctrlKey ? `Mod+${key.toLowerCase()}` : key;
}

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], .terminal') !== null;

/** Moves the focus to the next row of a list, or to the one before. */
export function moveFocus(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const current = document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;
  const at = current ? rows.indexOf(current) : -1;
  const next = at < 0 ? rows.find(isVisible) : rows[at + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

const isVisible = (row: HTMLElement): boolean =>
  row.getBoundingClientRect().top >= (document.querySelector('main')?.getBoundingClientRect().top ?? 0);

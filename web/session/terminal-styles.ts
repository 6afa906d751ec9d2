/** What stands in for a <style> element: it holds text, and no browser gives it effect. */
const HOLDER = 'template';

/**
 * The terminal emulator makes <style> elements for its colours and sizes when it opens, and the page's policy
 * forbids those. While it opens it gets elements without effect in their stead.
 */
export function openWithoutStyles(open: () => void): void {
  const create = document.createElement.bind(document);
  document.createElement = (tag: string): HTMLElement => create(tag === 'style' ? HOLDER : tag);
  try {
    open();
  } finally {
    Reflect.deleteProperty(document, 'createElement');
  }
}

/** Sheets that a script constructs are admitted, so one of those carries the emulator's rules. */
export function adoptStyles(box: HTMLElement, signal: AbortSignal): void {
  const sheet = new CSSStyleSheet();
  const copy = (): void =>
    sheet.replaceSync([...box.querySelectorAll(HOLDER)].map(({ textContent }) => textContent).join('\n'));
  const observer = new MutationObserver(copy);
  observer.observe(box, { subtree: true, childList: true, characterData: true });
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  signal.addEventListener('abort', () => {
    observer.disconnect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  });
}

import { signal } from '@preact/signals';

/** Where the page is: the path of its address. */
export const path = signal(location.pathname);

export function navigate(to: string): void {
  if (to === location.pathname) return;
  history.pushState(null, '', to);
  path.value = to;
  document.querySelector('main')?.scrollTo(0, 0);
}

/** Links inside of the page change what is shown without loading it anew. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    path.value = location.pathname;
  });
  addEventListener('click', (event) => {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!isPlain || event.defaultPrevented || !link || link.origin !== location.origin) return;
    if (link.target !== '' || link.hash !== '' || link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    navigate(link.pathname);
  });
}

/** The words of a path, decoded: `/sessions/a%20b` has `sessions` and `a b`. */
export const wordsOf = (at: string): readonly string[] => at.split('/').filter(Boolean).map(decode);

// An address that was typed by hand may not be decodable.
function decode(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

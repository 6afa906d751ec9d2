import { signal } from '@preact/signals';

/** The same width as in style/phone.css. */
const query = matchMedia('(max-width: 720px)');

/** The screen is as narrow as a phone's: rows have two lines. */
export const isNarrow = signal(query.matches);

query.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});

import type { HitAnswer } from '../../src/contract/answer/search.ts';
import { pathTo } from '../shell/path-to.ts';

type Place = (hit: HitAnswer) => string | null;

const ofOwner: Place = ({ session_id, run_id }) => {
  if (session_id !== null) return pathTo('sessions', session_id);
  return run_id === null ? null : pathTo('runs', run_id);
};

/** Where a hit is shown; null: the page has no place for it. */
const PLACES: Readonly<Record<HitAnswer['kind'], Place>> = {
  session: ({ id }) => pathTo('sessions', id),
  run: ({ id }) => pathTo('runs', id),
  work: ({ id }) => pathTo('queue', id),
  question: (hit) => (hit.title === 'open' ? pathTo('questions', hit.id) : ofOwner(hit)),
  note: ofOwner,
  message: ofOwner,
  mail: ({ id }) => pathTo('mail', id),
  journal: (hit) => (hit.session_id === null ? ofOwner(hit) : pathTo('sessions', hit.session_id, 'journal')),
};

export const hitPath = (hit: HitAnswer): string | null => PLACES[hit.kind](hit);

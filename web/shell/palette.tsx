import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { HitAnswer } from '../../src/contract/answer/search.ts';
import { useAnswer } from '../api/resource.ts';
import { hitPath } from '../search/hit-path.ts';
import { useHits } from '../search/use-hits.ts';
import { Dialog } from './dialog.tsx';
import { isPaletteOpen } from './dialogs.ts';
import { findTargets, type Target } from './match.ts';
import { ENTRIES } from './navigation.ts';
import { pathTo } from './path-to.ts';
import { navigate } from './router.ts';

export const Palette = (): JSX.Element => (
  <Dialog title="Find" isOpen={isPaletteOpen} class="palette">
    <Finder />
  </Dialog>
);

function Finder(): JSX.Element {
  const query = useSignal('');
  const at = useSignal(0);
  const hits = useHits(query.value);
  const named = findTargets(useTargets(), query.value);
  const found = [...named, ...textTargets(named, hits.value, query.value)];
  const chosen = Math.min(at.value, found.length - 1);
  const go = (target: Target | undefined): void => {
    if (!target) return;
    isPaletteOpen.value = false;
    navigate(target.path);
  };
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) at.value = Math.max(0, Math.min(found.length - 1, chosen + by));
    else if (event.key === 'Enter') go(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        class="palette-query"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="found"
        aria-activedescendant={found.length > 0 ? `found-${chosen}` : undefined}
        aria-label="Find anything: a page, a session, or words of any text"
        placeholder="Title, persona, id, or any words …"
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={press}
      />
      <div class="found" id="found" role="listbox" aria-label="Found">
        {found.map((target, index) => (
          <button
            type="button"
            role="option"
            tabIndex={-1}
            id={`found-${index}`}
            key={target.path}
            aria-selected={index === chosen}
            onClick={() => go(target)}
          >
            <span class="label">{target.label}</span>
            <span class="hint">{target.hint}</span>
          </button>
        ))}
      </div>
    </>
  );
}

/** What the texts have that no title told, and the page that has all of it. */
function textTargets(named: readonly Target[], hits: readonly HitAnswer[], query: string): readonly Target[] {
  const known = new Set(named.map(({ path }) => path));
  const inTexts = hits.flatMap((hit) => {
    const path = hitPath(hit);
    if (path === null || known.has(path)) return [];
    known.add(path);
    return [{ label: hit.excerpt, hint: `${hit.kind} · ${hit.session_id ?? hit.run_id ?? hit.id}`, path }];
  });
  const words = query.trim();
  const all = { label: `Search all texts for "${words}"`, hint: 'search', path: pathTo('search', words) };
  return words === '' ? inTexts : [...inTexts, all];
}

function useTargets(): readonly Target[] {
  const sessions = useAnswer('session.list', { limit: 1_000 }, { kinds: ['session'] });
  const runs = useAnswer('run.list', {}, { kinds: ['run'] });
  const work = useAnswer('queue.list', { limit: 500 }, { kinds: ['work'] });
  return [
    ...ENTRIES.map(({ path, label }) => ({ label, hint: 'page', path })),
    ...(sessions.value.value?.sessions ?? []).map((it) => ({
      label: it.title,
      hint: `${it.state} · ${it.agent} · ${it.session_id}`,
      path: pathTo('sessions', it.session_id),
    })),
    ...(runs.value.value?.runs ?? []).map((it) => ({
      label: it.goal,
      hint: `run · ${it.workflow} · ${it.state}`,
      path: pathTo('runs', it.run_id),
    })),
    ...(work.value.value?.items ?? []).map((it) => ({
      label: it.title,
      hint: `work · ${it.status} · ${it.id}`,
      path: pathTo('queue', it.id),
    })),
  ];
}

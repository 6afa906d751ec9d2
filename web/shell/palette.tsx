import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useAnswer } from '../api/resource.ts';
import { Dialog } from './dialog.tsx';
import { isPaletteOpen } from './dialogs.ts';
import { findTargets, type Target } from './match.ts';
import { ENTRIES } from './navigation.ts';
import { navigate, pathTo } from './router.ts';

export const Palette = (): JSX.Element => (
  <Dialog title="Find" isOpen={isPaletteOpen} class="palette">
    <Finder />
  </Dialog>
);

function Finder(): JSX.Element {
  const query = useSignal('');
  const at = useSignal(0);
  const found = findTargets(useTargets(), query.value);
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
        aria-label="Find a session, a run, a work item or a page"
        placeholder="Title, persona, id …"
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
      {found.length === 0 && <p class="none">Nothing has these words.</p>}
    </>
  );
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

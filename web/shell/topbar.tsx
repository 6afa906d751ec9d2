import type { JSX } from 'preact';
import { isSignedOut } from '../api/ask.ts';
import { connection } from '../api/live.ts';
import { useAnswer } from '../api/resource.ts';
import { openHelp, openNew, openPalette } from './dialogs.ts';
import { Icon } from './icon.tsx';
import { dollars } from './numbers.ts';
import { isMenuOpen } from './sidebar.tsx';
import { changeTheme, theme } from './theme.ts';

export const TopBar = (): JSX.Element => (
  <header class="topbar">
    <button
      type="button"
      class="plain menu-button"
      aria-label="Pages"
      aria-expanded={isMenuOpen.value}
      aria-controls="pages"
      onClick={() => {
        isMenuOpen.value = !isMenuOpen.value;
      }}
    >
      <Icon name="menu" />
    </button>
    <button type="button" class="find" onClick={openPalette}>
      <Icon name="search" />
      <span>Find anything</span>
      <kbd>Ctrl K</kbd>
    </button>
    <Today />
    <Connection />
    <button
      type="button"
      class="plain"
      aria-label={`Theme: ${theme.value}`}
      title={`Theme: ${theme.value}`}
      onClick={changeTheme}
    >
      <Icon name="theme" />
    </button>
    <button type="button" class="plain help-button" aria-label="Keys" title="Keys (?)" onClick={openHelp}>
      <Icon name="help" />
    </button>
    <button type="button" class="primary" onClick={openNew} title="New session (c)">
      <Icon name="plus" />
      <span>New</span>
    </button>
  </header>
);

/** What the day cost so far, against its budget. */
function Today(): JSX.Element | null {
  const list = useAnswer('session.list', { limit: 1 }, { kinds: ['session', 'budget'] });
  const budget = list.value.value?.day_budget;
  if (!budget) return null;
  const limit = budget.limit_usd;
  return (
    <a class={budget.is_warned ? 'today warned' : 'today'} href="/usage" title="Spent today">
      {dollars(budget.spent_usd)}
      {limit !== null && <span class="of"> of {dollars(limit)}</span>}
    </a>
  );
}

const WORDS = { connecting: 'Connecting', live: 'Live', lost: 'Reconnecting' } as const;

function Connection(): JSX.Element {
  const state = isSignedOut.value ? 'lost' : connection.value;
  return (
    <span class={`connection ${state}`} role="status" title="Whether changes arrive by themselves">
      <span class="dot" />
      <span class="word">{isSignedOut.value ? 'Signed out' : WORDS[state]}</span>
    </span>
  );
}

import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useAnswer } from '../api/resource.ts';
import { noticeQuestions } from '../notify/notices.ts';
import { Icon } from './icon.tsx';
import { ENTRIES, type Entry, isCurrent } from './navigation.ts';
import { path } from './router.ts';

/** On a phone the navigation is hidden until it is asked for. */
export const isMenuOpen = signal(false);

const HEXAGONS =
  'M8 1l3 1.7v3.5L8 7.9 5 6.2V2.7zM4 7.4l3 1.7v3.5l-3 1.7-3-1.7V9.1zm8 0l3 1.7v3.5l-3 1.7-3-1.7V9.1z';

export function Sidebar(): JSX.Element {
  const questions = useAnswer('question.list', {}, { kinds: ['question'] });
  const answer = questions.value.value;
  const open = answer?.questions.length ?? 0;
  useEffect(() => {
    if (answer) noticeQuestions(answer.questions);
  }, [answer]);
  return (
    <nav class={isMenuOpen.value ? 'sidebar open' : 'sidebar'} aria-label="Pages" id="pages">
      <a class="brand" href="/" onClick={closeMenu}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={HEXAGONS} />
        </svg>
        Swarm
      </a>
      {ENTRIES.map((entry) => (
        <NavLink key={entry.path} entry={entry} count={entry.path === '/questions' ? open : 0} />
      ))}
    </nav>
  );
}

const closeMenu = (): void => {
  isMenuOpen.value = false;
};

const NavLink = ({ entry, count }: Readonly<{ entry: Entry; count: number }>): JSX.Element => (
  <a
    class="nav-link"
    href={entry.path}
    onClick={closeMenu}
    aria-current={isCurrent(entry, path.value) ? 'page' : undefined}
  >
    <Icon name={entry.icon} />
    <span>{entry.label}</span>
    {count > 0 && <span class="count">{count}</span>}
  </a>
);

import type { ComponentType, JSX } from 'preact';
import type { SessionStatusAnswer } from '../../src/contract/answer/session.ts';
import { useAnswer } from '../api/resource.ts';
import { QuestionCard } from '../question/question-card.tsx';
import { Page, Shown } from '../shell/page.tsx';
import { pathTo } from '../shell/path-to.ts';
import { DiffTab } from './diff-tab.tsx';
import { FilesTab } from './files-tab.tsx';
import { JournalTab } from './journal-tab.tsx';
import { OutputTab } from './output-tab.tsx';
import { ResultTab } from './result-tab.tsx';
import { SessionActions } from './session-actions.tsx';
import { SessionFacts } from './session-facts.tsx';
import { TerminalTab } from './terminal-tab.tsx';
import { TranscriptTab } from './transcript-tab.tsx';

type TabProps = Readonly<{ session: SessionStatusAnswer }>;

/** What a session shows when no part of it is named. */
export const FIRST_TAB = 'transcript';

const TABS: Readonly<Record<string, Readonly<{ label: string; Tab: ComponentType<TabProps> }>>> = {
  transcript: { label: 'Transcript', Tab: TranscriptTab },
  output: { label: 'Output', Tab: OutputTab },
  diff: { label: 'Diff', Tab: DiffTab },
  files: { label: 'Files', Tab: FilesTab },
  result: { label: 'Result', Tab: ResultTab },
  journal: { label: 'Journal', Tab: JournalTab },
  terminal: { label: 'Terminal', Tab: TerminalTab },
};

type Props = Readonly<{ id: string; tab: string }>;

/** One session: what it does, what it did, and what a person may do about it. */
export function SessionPage({ id, tab }: Props): JSX.Element {
  const session = useAnswer('session.show', { session_id: id }, { kinds: ['session'], id });
  const title = session.value.value?.title ?? id;
  return (
    <Page title={title} actions={session.value.value && <SessionActions session={session.value.value} />}>
      <Shown of={session}>
        {(value) => (
          <>
            <SessionFacts session={value} />
            <OpenQuestions id={value.session_id} />
            <Tabs id={value.session_id} current={tab} />
            <Current session={value} tab={tab} />
          </>
        )}
      </Shown>
    </Page>
  );
}

const Tabs = ({ id, current }: Readonly<{ id: string; current: string }>): JSX.Element => (
  <nav class="tabs" aria-label="Parts of the session">
    {Object.entries(TABS).map(([name, { label }]) => (
      <a key={name} href={pathTo('sessions', id, name)} aria-current={name === current ? 'page' : undefined}>
        {label}
      </a>
    ))}
  </nav>
);

function Current({ session, tab }: TabProps & Readonly<{ tab: string }>): JSX.Element {
  const found = Object.hasOwn(TABS, tab) ? TABS[tab] : undefined;
  return found ? <found.Tab session={session} /> : <p class="none">A session has no such part.</p>;
}

function OpenQuestions({ id }: Readonly<{ id: string }>): JSX.Element | null {
  const list = useAnswer('question.list', { name: id }, { kinds: ['question'] });
  const open = list.value.value?.questions ?? [];
  if (open.length === 0) return null;
  return (
    <div class="cards">
      {open.map((question) => (
        <QuestionCard key={question.id} question={question} />
      ))}
    </div>
  );
}

import type { JSX } from 'preact';
import { useAnswer } from '../api/resource.ts';
import { QuestionCard } from '../question/question-card.tsx';
import { now } from '../shell/clock.ts';
import { openNew } from '../shell/dialogs.ts';
import { isNarrow } from '../shell/narrow.ts';
import { Failure, Loading, Page } from '../shell/page.tsx';
import { type Row, VirtualList } from '../shell/virtual-list.tsx';
import { arrangeGroups, type Group } from './groups.ts';
import { PauseBar } from './pause-bar.tsx';
import { SessionRow } from './session-row.tsx';

const HEADING_PX = 44;
const ROW_PX = 48;
const NARROW_ROW_PX = 76;

/** All sessions, by what they want of the person. */
export function OverviewPage(): JSX.Element {
  const overview = useAnswer(
    'session.overview',
    { all: true, words: true },
    { kinds: ['session', 'question'] },
  );
  const usage = useAnswer('usage.list', { by: 'session' }, { kinds: ['session', 'budget'] });
  const answer = overview.value.value;
  if (!answer) return <Waiting problem={overview.problem.value?.message ?? null} />;

  const costs = new Map((usage.value.value?.usage ?? []).map(({ of, cost_usd }) => [of, cost_usd]));
  const questions = new Map(answer.questions.map(({ session, text }) => [session, text]));
  const rows = arrangeGroups(answer, now.value).flatMap((group): Row[] => [
    { key: `group ${group.name}`, height: HEADING_PX, draw: () => <GroupHeading group={group} /> },
    ...group.sessions.map((session) => ({
      key: session.session_id,
      height: isNarrow.value ? NARROW_ROW_PX : ROW_PX,
      draw: () => (
        <SessionRow
          session={session}
          question={questions.get(session.session_id) ?? null}
          costUsd={costs.get(session.session_id) ?? 0}
        />
      ),
    })),
  ]);
  return (
    <Page title="Overview">
      <PauseBar />
      <OpenQuestions />
      {rows.length === 0 ? <Empty /> : <VirtualList rows={rows} label="Sessions" />}
    </Page>
  );
}

const MOST_QUESTIONS = 2;

/** What waits longest can be answered right here. */
function OpenQuestions(): JSX.Element | null {
  const list = useAnswer('question.list', {}, { kinds: ['question'] });
  const open = list.value.value?.questions ?? [];
  if (open.length === 0) return null;
  return (
    <section aria-label="Open questions" class="cards">
      {open.slice(0, MOST_QUESTIONS).map((question) => (
        <QuestionCard key={question.id} question={question} />
      ))}
      {open.length > MOST_QUESTIONS && (
        <a class="more" href="/questions">
          {open.length - MOST_QUESTIONS} more {open.length - MOST_QUESTIONS === 1 ? 'question' : 'questions'}
        </a>
      )}
    </section>
  );
}

const GroupHeading = ({ group }: Readonly<{ group: Group }>): JSX.Element => (
  <h2 class={`group ${group.name}`}>
    {group.heading} <span class="count">{group.count}</span>
  </h2>
);

const Empty = (): JSX.Element => (
  <div class="empty">
    <p>No sessions yet.</p>
    <button type="button" class="primary" onClick={openNew}>
      Start one
    </button>
  </div>
);

const Waiting = ({ problem }: Readonly<{ problem: string | null }>): JSX.Element => (
  <Page title="Overview">{problem === null ? <Loading /> : <Failure text={problem} />}</Page>
);

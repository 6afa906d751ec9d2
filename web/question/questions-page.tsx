import type { JSX } from 'preact';
import { useAnswer } from '../api/resource.ts';
import { changeNotices, isTold } from '../notify/notices.ts';
import { Page, Shown } from '../shell/page.tsx';
import { QuestionCard } from './question-card.tsx';

/** All that waits for the person, oldest first. A notification links to one of them. */
export function QuestionsPage({ id }: Readonly<{ id: string | undefined }>): JSX.Element {
  const list = useAnswer('question.list', {}, { kinds: ['question'] });
  return (
    <Page title="Questions" actions={<NoticeButton />}>
      <Shown of={list}>
        {({ questions }) => {
          const wanted = questions.filter((question) => id === undefined || question.id === id);
          return (
            <>
              {id !== undefined && <a href="/questions">All questions</a>}
              {wanted.length === 0 && <p class="none">Nothing waits for you.</p>}
              <div class="cards">
                {wanted.map((question) => (
                  <QuestionCard key={question.id} question={question} />
                ))}
              </div>
            </>
          );
        }}
      </Shown>
    </Page>
  );
}

/** The browser tells of a new question while another window has the focus. */
const NoticeButton = (): JSX.Element => (
  <button
    type="button"
    class="choice"
    aria-pressed={isTold.value}
    title="This browser tells of new questions while you look elsewhere"
    onClick={() => void changeNotices()}
  >
    Notify me
  </button>
);

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ListedQuestionAnswer } from '../../src/contract/answer/question.ts';
import { ask } from '../api/ask.ts';
import { now } from '../shell/clock.ts';
import { ageOf } from '../shell/numbers.ts';
import { pathTo } from '../shell/path-to.ts';
import { told } from '../shell/toast.tsx';
import { AnswerForm } from './answer-form.tsx';
import { PartsForm } from './parts-form.tsx';
import { RequestView } from './request-view.tsx';

type Props = Readonly<{ question: ListedQuestionAnswer }>;

/** A question with all that is needed to answer it where it is. */
export function QuestionCard({ question }: Props): JSX.Element {
  const isBusy = useSignal(false);
  const answer = async (words: string | string[]): Promise<void> => {
    isBusy.value = true;
    const done = await told(ask('question.answer', { question_id: question.id, answer: words }), 'Answered');
    isBusy.value = done !== null;
  };
  const { request, parts, options } = question;
  return (
    <article
      class="question"
      id={`question-${question.id}`}
      data-row=""
      tabIndex={-1}
      aria-label={question.text}
    >
      <QuestionHead question={question} />
      <p class="text">{question.text}</p>
      {request !== null && <RequestView request={request} />}
      {parts.length > 0 ? (
        <PartsForm parts={parts} isBusy={isBusy.value} answer={answer} />
      ) : (
        <AnswerForm options={options} isBusy={isBusy.value} answer={answer} />
      )}
    </article>
  );
}

const QuestionHead = ({ question }: Props): JSX.Element => (
  <header>
    <span class="kind">{question.kind}</span>
    <Asker question={question} />
    <span class="age">{ageOf(question.asked_at, now.value)}</span>
  </header>
);

function Asker({ question: { session_id, run_id, title } }: Props): JSX.Element {
  const name = title ?? session_id ?? run_id ?? 'a loop';
  if (session_id !== null) return <a href={pathTo('sessions', session_id)}>{name}</a>;
  return run_id === null ? <span>{name}</span> : <a href={pathTo('runs', run_id)}>{name}</a>;
}

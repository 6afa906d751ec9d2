import type { JSX } from 'preact';
import type { RaceAnswer } from '../../src/contract/answer/race.ts';
import { ask } from '../api/ask.ts';
import { useAnswer } from '../api/resource.ts';
import { QuestionCard } from '../question/question-card.tsx';
import { Fact } from '../session/session-facts.tsx';
import { StateMark } from '../session/state-mark.tsx';
import { counted, dollars, momentOf, span } from '../shell/numbers.ts';
import { Page, Shown } from '../shell/page.tsx';
import { pathTo } from '../shell/path-to.ts';
import { told } from '../shell/toast.tsx';
import { RivalCard } from './rival-card.tsx';

/** Several sessions at one task, side by side: who is ahead, who won, and why. */
export function RacePage({ id }: Readonly<{ id: string }>): JSX.Element {
  const race = useAnswer('race.show', { race_id: id }, { kinds: ['race', 'session'] });
  const value = race.value.value;
  const isOver = value === undefined || value.ended_at !== null || value.state === 'closing';
  const stop = async (): Promise<void> => {
    await told(ask('race.stop', { race_id: id, reason: 'asked on the dashboard' }), 'It stops');
    race.reload();
  };
  const actions = !isOver && (
    <button type="button" class="danger" onClick={() => void stop()}>
      Stop
    </button>
  );
  return (
    <Page title={value?.title ?? id} actions={actions}>
      <Shown of={race}>
        {(shown) => (
          <>
            <RaceFacts race={shown} />
            {shown.reason !== null && <p class="why">{shown.reason}</p>}
            <RaceQuestion id={shown.question_id} />
            <ul class="rivals">
              {shown.rivals.map((rival) => (
                <li key={rival.session_id}>
                  <RivalCard rival={rival} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Shown>
    </Page>
  );
}

function RaceFacts({ race }: Readonly<{ race: RaceAnswer }>): JSX.Element {
  const { winner, judge_session, gate, stage_seconds, budget_usd } = race;
  return (
    <dl class="facts">
      <Fact name="State">
        <StateMark state={race.state} />
      </Fact>
      <Fact name="Winner">
        {winner === null ? 'none yet' : <a href={pathTo('sessions', winner)}>{winner}</a>}
      </Fact>
      <Fact name="Rule">
        {race.kind === 'first' ? 'the first that is accepted' : `${race.judge} compares`}
      </Fact>
      {judge_session !== null && (
        <Fact name="Judge">
          <a href={pathTo('sessions', judge_session)}>{judge_session}</a>
        </Fact>
      )}
      {gate !== null && (
        <Fact name="Gate">
          <code>{gate}</code>
        </Fact>
      )}
      {stage_seconds !== null && <Fact name="The next after">{span(stage_seconds * 1_000)}</Fact>}
      {budget_usd !== null && <Fact name="Budget">{dollars(budget_usd)}</Fact>}
      <Fact name="Rivals">{counted(race.rivals.length, 'session')}</Fact>
      <Fact name="Began">{momentOf(race.created_at)}</Fact>
      {race.ended_at !== null && <Fact name="Ended">{momentOf(race.ended_at)}</Fact>}
    </dl>
  );
}

function RaceQuestion({ id }: Readonly<{ id: string | null }>): JSX.Element | null {
  const list = useAnswer('question.list', {}, { kinds: ['question'] });
  const asked = list.value.value?.questions.find((question) => question.id === id);
  return asked ? (
    <div class="cards">
      <QuestionCard question={asked} />
    </div>
  ) : null;
}

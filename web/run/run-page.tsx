import type { JSX } from 'preact';
import type { RunStatusAnswer } from '../../src/contract/answer/run.ts';
import { useAnswer } from '../api/resource.ts';
import { QuestionCard } from '../question/question-card.tsx';
import { StateMark } from '../session/state-mark.tsx';
import { dollars, span } from '../shell/numbers.ts';
import { Page, Shown } from '../shell/page.tsx';
import { pathTo } from '../shell/path-to.ts';
import { GraphView } from './graph-view.tsx';
import { RunActions } from './run-actions.tsx';
import { RunChecks } from './run-checks.tsx';
import { graphOfPlan, graphOfWorkflow } from './run-graph.ts';
import { RunMessages } from './run-messages.tsx';
import { RunNotes } from './run-notes.tsx';
import { RunTasks } from './run-tasks.tsx';
import { RunTimeline } from './run-timeline.tsx';
import { RunVerdicts } from './run-verdicts.tsx';

/** One run of a workflow or a plan: where it stands, who does what, what was said. */
export function RunPage({ id }: Readonly<{ id: string }>): JSX.Element {
  const run = useAnswer('run.show', { run_id: id }, { kinds: ['run', 'session', 'plan'] });
  const value = run.value.value;
  return (
    <Page title={value?.goal ?? id} actions={value && <RunActions run={value} reload={run.reload} />}>
      <Shown of={run}>
        {(shown) => (
          <>
            <RunFacts run={shown} />
            <RunQuestions id={id} />
            {shown.tasks.length > 0 ? <PlanGraph run={shown} /> : <WorkflowGraph run={shown} />}
            <Roles run={shown} />
            <Errors run={shown} />
            <RunTasks tasks={shown.tasks} />
            <RunVerdicts of={shown.verifications} />
            <RunChecks checks={shown.checks} />
            <RunMessages id={id} />
            <RunNotes id={id} />
            <RunTimeline id={id} />
          </>
        )}
      </Shown>
    </Page>
  );
}

const RunFacts = ({ run }: Readonly<{ run: RunStatusAnswer }>): JSX.Element => (
  <dl class="facts">
    {(
      [
        ['State', <StateMark key="state" state={run.state} />],
        ['Of', run.workflow],
        ['Stage', run.tasks.length > 0 ? `${run.tasks.length} tasks` : `${run.stage}, round ${run.round}`],
        ['Progress', `${Math.round(run.progress)} %`],
        ['Time', span(run.elapsed_ms)],
        ['Cost', dollars(run.roles.reduce((sum, { cost_usd }) => sum + cost_usd, 0))],
        ['Why', run.reason ?? ''],
      ] as const
    )
      .filter(([, fact]) => fact !== '')
      .map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
  </dl>
);

function PlanGraph({ run }: Readonly<{ run: RunStatusAnswer }>): JSX.Element {
  const plan = useAnswer('plan.show', { plan: run.workflow }, { kinds: ['plan'] });
  return <GraphView graph={graphOfPlan(run, plan.value.value)} label="Tasks of the plan" />;
}

function WorkflowGraph({ run }: Readonly<{ run: RunStatusAnswer }>): JSX.Element {
  const workflow = useAnswer('workflow.show', { name: run.workflow }, { kinds: [] });
  return <GraphView graph={graphOfWorkflow(run, workflow.value.value)} label="Stages of the workflow" />;
}

function RunQuestions({ id }: Readonly<{ id: string }>): JSX.Element {
  const list = useAnswer('question.list', { name: id }, { kinds: ['question'] });
  return (
    <div class="cards">
      {list.value.value?.questions.map((question) => (
        <QuestionCard key={question.id} question={question} />
      ))}
    </div>
  );
}

const Roles = ({ run }: Readonly<{ run: RunStatusAnswer }>): JSX.Element => (
  <>
    <h2 class="section-head">Roles</h2>
    <ul class="lines">
      {run.roles.map((role) => (
        <li key={role.session_id}>
          <a class="run-row" href={pathTo('sessions', role.session_id)} data-row="">
            <StateMark state={role.state} />
            <span class="goal">{role.role ?? role.session_id}</span>
            <span class="hint">{role.cli}</span>
            <span class="hint number">{dollars(role.cost_usd)}</span>
            <span class="hint">{role.branch ?? ''}</span>
          </a>
        </li>
      ))}
    </ul>
  </>
);

function Errors({ run }: Readonly<{ run: RunStatusAnswer }>): JSX.Element | null {
  if (run.errors.length === 0) return null;
  return (
    <>
      <h2 class="section-head">What went wrong</h2>
      <ul class="lines">
        {run.errors.map(({ at, type, message, recovered }) => (
          <li key={`${at} ${message}`} class="error-line">
            <strong>{type}</strong> {message} {recovered && <span class="hint">(it went on)</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { UsageListAnswer } from '../../src/contract/answer/usage.ts';
import { useAnswer } from '../api/resource.ts';
import { dollars, short, span } from '../shell/numbers.ts';
import { Page, Shown } from '../shell/page.tsx';
import { DayChart } from './day-chart.tsx';
import { PersonaChart } from './persona-chart.tsx';

const DAY_MS = 86_400_000;
const PERIODS = { '7 days': 7, '30 days': 30, '90 days': 90 } as const;
type Period = keyof typeof PERIODS;

/** What was spent: by day as a chart, and by persona and run. */
export function UsagePage(): JSX.Element {
  const period = useSignal<Period>('30 days');
  const younger_than_ms = PERIODS[period.value] * DAY_MS;
  const watched = { kinds: ['session', 'budget'] };
  const days = useAnswer('usage.list', { by: 'day', younger_than_ms }, watched);
  const personas = useAnswer('usage.list', { by: 'persona', younger_than_ms }, watched);
  const runs = useAnswer('usage.list', { by: 'run', younger_than_ms }, watched);
  const choice = (Object.keys(PERIODS) as Period[]).map((name) => (
    <button
      type="button"
      class="choice"
      key={name}
      aria-pressed={name === period.value}
      onClick={() => (period.value = name)}
    >
      {name}
    </button>
  ));
  return (
    <Page title="Usage" actions={choice}>
      <Shown of={days}>
        {(answer) => (
          <>
            <Figures total={answer.total} />
            <DayChart usage={answer.usage} />
          </>
        )}
      </Shown>
      <h2 class="section-head">By persona</h2>
      <Shown of={personas}>
        {({ usage }) => (
          <div class="beside">
            <UsageTable usage={usage} of="Persona" none="no persona" />
            <PersonaChart usage={usage} />
          </div>
        )}
      </Shown>
      <h2 class="section-head">By run</h2>
      <Shown of={runs}>{({ usage }) => <UsageTable usage={usage} of="Run" none="outside of runs" />}</Shown>
    </Page>
  );
}

const Figures = ({ total }: Readonly<{ total: UsageListAnswer['total'] }>): JSX.Element => (
  <dl class="figures">
    {[
      ['Cost', dollars(total.cost_usd)],
      ['Sessions', short(total.sessions)],
      ['Tokens in', short(total.input_tokens)],
      ['Tokens out', short(total.output_tokens)],
      ['Tool calls', short(total.tool_calls)],
    ].map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

type TableProps = Readonly<{ usage: UsageListAnswer['usage']; of: string; none: string }>;

const UsageTable = ({ usage, of, none }: TableProps): JSX.Element => (
  <div class="table-box">
    <table>
      <thead>
        <tr>
          <th>{of}</th>
          <th class="number">Sessions</th>
          <th class="number">Time</th>
          <th class="number">In</th>
          <th class="number">Out</th>
          <th class="number">Cost</th>
        </tr>
      </thead>
      <tbody>
        {usage.map((row) => (
          <tr key={row.of}>
            <td>{row.title ?? row.of ?? none}</td>
            <td class="number">{row.sessions}</td>
            <td class="number">{span(row.duration_ms)}</td>
            <td class="number">{short(row.input_tokens)}</td>
            <td class="number">{short(row.output_tokens)}</td>
            <td class="number">{dollars(row.cost_usd)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

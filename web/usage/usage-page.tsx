import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { UsageListAnswer } from '../../src/contract/answer/usage.ts';
import { useAnswer } from '../api/resource.ts';
import { dollars, short, span } from '../shell/numbers.ts';
import { Page, Shown } from '../shell/page.tsx';
import { layBars } from './bars.ts';
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
            <Chart usage={answer.usage} />
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

const BOX = { width: 900, height: 150 };
const TOP = 16;
const MOST_LABELS = 10;

function Chart({ usage }: Readonly<{ usage: UsageListAnswer['usage'] }>): JSX.Element | null {
  const days = usage.toSorted((a, b) => String(a.of).localeCompare(String(b.of)));
  const bars = layBars(
    days.map(({ of, cost_usd }) => ({ label: of ?? '', value: cost_usd })),
    BOX,
  );
  if (bars.length === 0) return <p class="none">Nothing was spent in this time.</p>;
  const every = Math.ceil(bars.length / MOST_LABELS);
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${BOX.width} ${BOX.height + 2 * TOP}`}
      role="img"
      aria-label="Cost by day"
    >
      {bars.map(({ x, y, width, height, label, value }, index) => (
        <g key={label}>
          <rect x={x} y={y + TOP} width={width} height={height} rx={2}>
            <title>{`${label}: ${dollars(value)}`}</title>
          </rect>
          {index % every === 0 && (
            <text x={x + width / 2} y={BOX.height + 2 * TOP - 2} text-anchor="middle">
              {label.slice(5)}
            </text>
          )}
          {bars.length <= MOST_LABELS * 2 && (
            <text x={x + width / 2} y={y + TOP - 4} text-anchor="middle">
              {dollars(value)}
            </text>
          )}
        </g>
      ))}
      <line class="base" x1={0} x2={BOX.width} y1={BOX.height + TOP} y2={BOX.height + TOP} />
    </svg>
  );
}

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

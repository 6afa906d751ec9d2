import type { JSX } from 'preact';
import type { UsageListAnswer } from '../../src/contract/answer/usage.ts';
import { isNarrow } from '../shell/narrow.ts';
import { dollars } from '../shell/numbers.ts';
import { layBars } from './bars.ts';

/** As wide as it is drawn, so that its letters keep their size on a phone. */
const WIDE = { box: { width: 900, height: 150 }, mostDays: 10, mostCosts: 20 };
const NARROW = { box: { width: 360, height: 150 }, mostDays: 5, mostCosts: 7 };
const TOP = 16;

/** What each day cost. */
export function DayChart({ usage }: Pick<UsageListAnswer, 'usage'>): JSX.Element {
  const { box, mostDays, mostCosts } = isNarrow.value ? NARROW : WIDE;
  const days = usage.toSorted((a, b) => String(a.of).localeCompare(String(b.of)));
  const bars = layBars(
    days.map(({ of, cost_usd }) => ({ label: of ?? '', value: cost_usd })),
    box,
  );
  if (bars.length === 0) return <p class="none">Nothing was spent in this time.</p>;
  const every = Math.ceil(bars.length / mostDays);
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${box.width} ${box.height + 2 * TOP}`}
      role="img"
      aria-label="Cost by day"
    >
      {bars.map(({ x, y, width, height, label, value }, index) => (
        <g key={label}>
          <rect x={x} y={y + TOP} width={width} height={height} rx={2}>
            <title>{`${label}: ${dollars(value)}`}</title>
          </rect>
          {index % every === 0 && (
            <text x={x + width / 2} y={box.height + 2 * TOP - 2} text-anchor="middle">
              {label.slice(5)}
            </text>
          )}
          {bars.length <= mostCosts && (
            <text x={x + width / 2} y={y + TOP - 4} text-anchor="middle">
              {dollars(value)}
            </text>
          )}
        </g>
      ))}
      <line class="base" x1={0} x2={box.width} y1={box.height + TOP} y2={box.height + TOP} />
    </svg>
  );
}

import type { JSX } from 'preact';
import type { UsageListAnswer } from '../../src/contract/answer/usage.ts';
import { dollars } from '../shell/numbers.ts';
import { layRows } from './bars.ts';

const MOST_SHOWN = 10;
const ROW = 26;
const NAMES = 130;
const BARS = 190;
const COSTS = 70;
const NAME_LETTERS = 19;

/** What each persona cost, the dearest first. */
export function PersonaChart({ usage }: Pick<UsageListAnswer, 'usage'>): JSX.Element | null {
  const spent = usage.filter(({ cost_usd }) => cost_usd > 0);
  const dearest = spent.toSorted((a, b) => b.cost_usd - a.cost_usd).slice(0, MOST_SHOWN);
  if (dearest.length === 0) return null;
  const rows = layRows(
    dearest.map(({ of, cost_usd }) => ({ label: of ?? 'no persona', value: cost_usd })),
    { width: BARS, height: dearest.length * ROW },
  );
  return (
    <svg
      class="chart personas"
      viewBox={`0 0 ${NAMES + BARS + COSTS} ${dearest.length * ROW}`}
      role="img"
      aria-label="Cost by persona"
    >
      {rows.map(({ y, width, height, label, value }) => (
        <g key={label}>
          <title>{`${label}: ${dollars(value)}`}</title>
          <text x={0} y={y + height / 2 + 4}>
            {label.length > NAME_LETTERS ? `${label.slice(0, NAME_LETTERS - 1)}…` : label}
          </text>
          <rect x={NAMES} y={y} width={width} height={height} rx={2} />
          <text x={NAMES + width + 6} y={y + height / 2 + 4}>
            {dollars(value)}
          </text>
        </g>
      ))}
    </svg>
  );
}

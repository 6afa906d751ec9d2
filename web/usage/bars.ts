export type Bar = Readonly<{
  x: number;
  y: number;
  width: number;
  height: number;
  label: string;
  value: number;
}>;

type Size = Readonly<{ width: number; height: number }>;
type Measured = Readonly<{ label: string; value: number }>;

const GAP = 0.25;
const WIDEST = 60;

/** Bars side by side that fill a box; the highest value reaches its top. */
export function layBars(values: readonly Measured[], { width, height }: Size): readonly Bar[] {
  const most = Math.max(...values.map(({ value }) => value), 0);
  const step = width / Math.max(values.length, 1);
  const wide = Math.min(step * (1 - GAP), WIDEST);
  return values.map(({ label, value }, index) => {
    const tall = most === 0 ? 0 : (value / most) * height;
    return { x: index * step + (step - wide) / 2, y: height - tall, width: wide, height: tall, label, value };
  });
}

/** Bars below each other that fill a box; the highest value reaches its right side. */
export function layRows(values: readonly Measured[], { width, height }: Size): readonly Bar[] {
  const upright = layBars(values, { width: height, height: width });
  return upright.map((bar) => ({ ...bar, x: 0, y: bar.x, width: bar.height, height: bar.width }));
}

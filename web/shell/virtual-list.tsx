import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { windowOf } from './virtual.ts';

export type Row = Readonly<{ key: string; height: number; draw: () => ComponentChildren }>;

/** Drawn beyond what can be seen, in pixels. */
const SPARE_PX = 600;

/** A list of any length inside of <main>, of which only what can be seen is in the document. */
export function VirtualList({ rows, label }: Readonly<{ rows: readonly Row[]; label: string }>): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  const view = useSignal({ scrollTop: 0, viewHeight: 900 });
  useLayoutEffect(() => {
    const main = list.current?.closest('main');
    if (!main) return;
    const look = (): void => {
      const offset = list.current?.offsetTop ?? 0;
      view.value = { scrollTop: main.scrollTop - offset, viewHeight: main.clientHeight };
    };
    const resized = new ResizeObserver(look);
    resized.observe(main);
    main.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      resized.disconnect();
      main.removeEventListener('scroll', look);
    };
  }, []);
  const heights = rows.map(({ height }) => height);
  const { first, end, tops, height } = windowOf(heights, { ...view.value, spare: SPARE_PX });
  return (
    <ul class="virtual" ref={list} aria-label={label} style={{ height: `${height}px` }}>
      {rows.slice(first, end).map((row, index) => (
        <li key={row.key} style={{ top: `${tops[first + index]}px`, height: `${row.height}px` }}>
          {row.draw()}
        </li>
      ))}
    </ul>
  );
}

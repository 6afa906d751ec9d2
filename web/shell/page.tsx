import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Resource } from '../api/resource.ts';

type Props = Readonly<{ title: string; actions?: ComponentChildren; children: ComponentChildren }>;

/** What every page has: one heading, which is the title of the browser's tab too. */
export function Page({ title, actions, children }: Props): JSX.Element {
  useEffect(() => {
    document.title = `${title} · Swarm`;
  }, [title]);
  return (
    <>
      <div class="page-head">
        <h1>{title}</h1>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}

export const Loading = (): JSX.Element => (
  <p class="none" role="status">
    Loading …
  </p>
);

export const Failure = ({ text }: Readonly<{ text: string }>): JSX.Element => (
  <p class="failure" role="alert">
    {text}
  </p>
);

type ShownProps<T> = Readonly<{ of: Resource<T>; children: (value: T) => ComponentChildren }>;

/** An answer once it is there, or why it is not. What was read before stays if it cannot be read anew. */
export function Shown<T>({ of, children }: ShownProps<T>): JSX.Element {
  const value = of.value.value;
  const problem = of.problem.value;
  return (
    <>
      {problem !== null && <Failure text={problem.message} />}
      {value !== undefined ? children(value) : problem === null && <Loading />}
    </>
  );
}

import { oneLine } from './one-line.ts';
import { type WorkLine, workJson } from './work-view.ts';

/** A list of work in queue order: `queue.json`, which can be imported again. */
export const renderQueueJson = (works: readonly WorkLine[]): string =>
  `${JSON.stringify(works.map(workJson), null, 2)}\n`;

/** `work/<id>.json`: the progress of one work item. */
export const renderWorkJson = (work: WorkLine): string => `${JSON.stringify(workJson(work), null, 2)}\n`;

export const renderWorkLines = (works: readonly WorkLine[]): string =>
  works.map((work) => `${JSON.stringify(workJson(work))}\n`).join('');

/** A Markdown task list that can be imported again; it contains only titles, bodies and ids. */
export const renderWorkMarkdown = (works: readonly WorkLine[]): string =>
  works
    .map(({ work }) => {
      const box = work.state === 'done' ? 'x' : ' ';
      const body = work.body.split('\n').map((line) => (line === '' ? '' : `  ${line}`));
      return [`- [${box}] ${oneLine(work.title)} {#${work.id}}`, ...(work.body === '' ? [] : body), ''].join(
        '\n',
      );
    })
    .join('');

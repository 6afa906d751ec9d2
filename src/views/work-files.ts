import { oneLine } from './one-line.ts';
import { type WorkLine, workJson } from './work-view.ts';

/** A list of work, first things first: `queue.json`, and what can be taken in again. */
export const renderQueueJson = (works: readonly WorkLine[]): string =>
  `${JSON.stringify(works.map(workJson), null, 2)}\n`;

/** `work/<id>.json`: how one work item is getting on. */
export const renderWorkJson = (work: WorkLine): string => `${JSON.stringify(workJson(work), null, 2)}\n`;

export const renderWorkLines = (works: readonly WorkLine[]): string =>
  works.map((work) => `${JSON.stringify(workJson(work))}\n`).join('');

/** A task list that reads well and can be taken in again; titles, bodies and ids are all that it holds. */
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

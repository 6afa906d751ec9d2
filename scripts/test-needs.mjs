// What tests need besides the dependencies of package-lock.json, and how it is told before it is installed.

const NOTHING = { tmux: false, postgres: false, claude: false, agents: false, browser: false };
const WITH_POSTGRES = /^(src|tests)\/store\/|^tests\/(e2e|long)\//;
const WITH_CLAUDE = /^tests\/(claude|stand-in)\//;
const WITH_BROWSER = /^tests\/web\//;
const WITH_AGENTS = /^tests\/long\//;

/** By the kind of the plan, and for a part of the tests by their files. */
export function needsOf({ kind, runs, isLong }, testFiles) {
  if (kind === 'quick' || runs.length === 0) return NOTHING;
  if (kind === 'all') return { tmux: true, postgres: true, claude: true, agents: isLong, browser: true };
  const [[command, ...words]] = runs;
  const files = testFiles.filter((file) => words.some((word) => file.includes(word)));
  const has = (folders) => files.some((file) => folders.test(file));
  // Which tests need a source file only vitest knows; it looks for them among those that end soon.
  const isRelated = command === 'related';
  return {
    tmux: true,
    postgres: isRelated || has(WITH_POSTGRES),
    claude: !isRelated && has(WITH_CLAUDE),
    agents: isLong && has(WITH_AGENTS),
    browser: !isRelated && has(WITH_BROWSER),
  };
}

/** What would be installed, each with `what`, `sizeMb` and `where`, for people, before it happens. */
export function renderWanted(wanted) {
  const total = wanted.reduce((sum, { sizeMb }) => sum + sizeMb, 0);
  const lines = wanted.map(({ what, sizeMb, where }) => `  ${what}, about ${sizeMb} MB, ${where}\n`);
  return `test: these are missing and will be installed, about ${total} MB in all:\n${lines.join('')}`;
}

/** Enter is yes; the end of the input is no. */
export const isAgreed = (line) => line !== undefined && /^(y(es)?)?$/i.test(line.trim());

/** Which tests were skipped, by the program that they lack; `missing` has why one could not be had. */
export function renderLacking(skipped, missing) {
  const labels = [...new Set(skipped.map(({ lacks }) => lacks))];
  return labels.map((label) => renderLack(label, { skipped, why: missing[label] })).join('');
}

function renderLack(label, { skipped, why = 'it is not installed' }) {
  const titles = skipped.filter(({ lacks }) => lacks === label).map(({ title }) => `  ${title}\n`);
  return `tests skipped for lack of ${label} (${why}): ${titles.length}\n${titles.join('')}`;
}

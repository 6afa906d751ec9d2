import { expect, test } from 'vitest';
import { pullRequestBody, pushedText, remoteMissingText, renderPullRequest } from './pull-request.ts';

const diff = {
  commits: [
    { commit: 'b', subject: 'Test it' },
    { commit: 'a', subject: 'Add the flag' },
  ],
  commitCount: 2,
  files: [{ path: 'a.ts', from: null, added: 3, deleted: 1 }],
};
const session = { id: 's-1', persona: 'developer' };

test.each([
  ['result.json', '{"summary": "The flag is there."}', 'The flag is there.'],
  ['result.json', '{"done": true}', '```json\n{"done": true}\n```'],
  ['last-message', 'All tests pass.\n', 'All tests pass.'],
] as const)('a %s of %j is told as %j', (source, text, told) => {
  expect(pullRequestBody({ session, diff, result: { source, text } })).toBe(
    `${told}\n\n## Commits (1 file, +3 −1)\n\n- Add the flag\n- Test it\n\n` +
      'Made by the agent `developer` in the Swarm session `s-1`.\n',
  );
});

test('what is printed can be given to a shell, whatever title and body hold', () => {
  const request = {
    sessionId: 's-1',
    branch: 'swarm/s-1',
    title: "Don't $(rm)",
    body: 'one\nBODY\n',
    uncommitted: [],
    remotes: [],
  };
  expect(renderPullRequest(request, { remote: 'origin', base: 'next', isDraft: true })).toBe(
    [
      'git push --set-upstream origin swarm/s-1 &&',
      `gh pr create --head swarm/s-1 --base next --draft --title 'Don'\\''t $(rm)' --body-file - <<'BODY_'`,
      'one',
      'BODY',
      'BODY_',
      '',
    ].join('\n'),
  );
});

const proposed = { sessionId: 's-1', branch: 'swarm/s-1', title: 'A', body: 'b', uncommitted: [] };
const toOrigin = { remote: 'origin', base: null, isDraft: false };

test('a remote that is not there is named, with those that are', () => {
  const none = 'There is no remote "origin". Add it first: git remote add origin <url>';
  expect(remoteMissingText({ ...proposed, remotes: [] }, toOrigin)).toBe(none);
  expect(remoteMissingText({ ...proposed, remotes: ['up'] }, toOrigin)).toContain('there is up (--remote)');
  expect(remoteMissingText({ ...proposed, remotes: ['origin'] }, toOrigin)).toBeNull();
  const url = { ...toOrigin, remote: 'https://example.invalid/a.git' };
  expect(remoteMissingText({ ...proposed, remotes: [] }, url)).toBeNull();
});

test('where only the push was done, that is said, with the command that is left', () => {
  const text = pushedText({ ...proposed, remotes: ['origin'] }, toOrigin);
  expect(text).toContain('The branch swarm/s-1 is pushed to origin');
  expect(text).toContain('gh pr create --head swarm/s-1 --title A --body-file -');
});

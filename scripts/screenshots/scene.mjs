// What the pictures show: a small shop whose agents are at work, each played by a script.
const STATEMENT = `export function total(lines) {
  return lines.reduce((sum, { price, count }) => sum + price * count, 0);
}
`;
const ROUNDED = `/** In cents: floating point loses some of them. */
export function total(lines) {
  return lines.reduce((sum, { cents, count }) => sum + cents * count, 0);
}
`;

export const CONFIG = {
  cli: 'rehearsal',
  retries: 0,
  limits: { sessions: 30 },
  budget: { dayUsd: 20 },
  cleanup: 'manual',
};

export const FILES = { 'src/total.js': STATEMENT, 'README.md': '# Shop\n' };

const edit = [
  'say: The sum is made of floats, so some totals are a cent off. I count in cents instead.',
  'run: "grep -rn total src"',
  `write: ${JSON.stringify({ path: 'src/total.js', text: ROUNDED })}`,
  'run: "node --check src/total.js && echo syntax is fine"',
  'cost: 0.42',
];
const commit =
  'run: "git add -A && git -c user.name=agent -c user.email=a@example.invalid commit -qm \'Count in cents\'"';

/** Sessions by persona and title. Those that end come first: they make room for those that stay. */
export const SESSIONS = [
  [
    'developer',
    'Totals are a cent off',
    [
      ...edit,
      commit,
      'result: {summary: "Totals are counted in cents", tests: 14}',
      'done: Totals are exact now.',
    ],
  ],
  [
    'researcher',
    'Which payment providers support SEPA',
    [
      'say: Five do. Two of them need a contract first.',
      'cost: 0.18',
      'result: {providers: 5}',
      'done: Five providers support it.',
    ],
  ],
  [
    'reviewer',
    'Review the cache of product pages',
    ['say: Two keys are never evicted; both are in my notes.', 'cost: 0.31', 'done: Two findings.'],
  ],
  [
    'developer',
    'Upgrade the image library',
    [
      'say: The new version needs a header that this machine does not have.',
      'cost: 0.09',
      'fail: "vips.h: no such file or directory"',
    ],
  ],
  [
    'developer',
    'Cart survives a reload',
    [
      'say: I keep the cart in the session of the server.',
      'cost: 0.27',
      'ask: {text: "Where do we keep the cart of guests?", options: ["a signed cookie", "a table"]}',
      'sleep: 20m',
    ],
  ],
  [
    'developer',
    'Delete accounts after a year',
    [
      'cost: 0.11',
      'ask: {text: "May I run the clean-up against the copy of the database?", options: ["yes", "no"]}',
      'sleep: 20m',
    ],
  ],
  [
    'researcher',
    'Compare search engines for 2M products',
    ['say: I have read the documentation of three engines.', 'cost: 0.52', 'rate_limit: 45m'],
  ],
  [
    'developer',
    'Faster product search',
    [
      'say: The query scans the whole table. I add an index on the lower-cased name and measure again.',
      'run: "echo 1840 ms before, 12 ms after"',
      'cost: 0.63',
      'say: The index helps. Next I look at how results are ranked.',
      'sleep: 20m',
    ],
  ],
  [
    'developer',
    'Invoices as PDF',
    ['say: I draw the invoice with the templates that the mails use.', 'cost: 0.35', 'run: "sleep 1200"'],
  ],
  [
    'reviewer',
    'Review the checkout',
    ['say: I read the checkout from the button to the database.', 'cost: 0.22', 'sleep: 20m'],
  ],
];

export const WORK = [
  ['Show the delivery date on product pages', 1],
  ['Remember the language of a visitor', 2],
  ['Warn when stock falls below ten', 2],
  ['Move sessions to the new store', 0],
];

export const GOAL = 'Customers can return an order within 30 days';

/** Writes what its prompt names and hands over; the last of the roles stays at work. */
const DEVELOPER = `#!/bin/sh
prompt=$(cat "$SWARM_PROMPT_FILE")
case $prompt in *"Completion drive review"* | *"is not complete"*) ;; *)
  swarm note add "Two people of one household may share an address" --context "e-mail" > /dev/null
  swarm note resolve note_001 "Out of scope: the goal asks for one person per address" > /dev/null
  case $SWARM_ROLE in frontend*) sleep 1200 ;; esac
  for file in $(echo "$prompt" | sed -n '/^Write, at these/,/^$/s/^- \\([^ ]*\\).*/\\1/p'); do
    mkdir -p "$(dirname "$file")"; echo "CREATE TABLE users" > "$file"
  done ;;
esac
swarm send --type result "made by $SWARM_ROLE"
`;
const VERIFIER = `#!/bin/sh
case $(cat "$SWARM_PROMPT_FILE") in
  *"Verify api_endpoint_design"*"round 1."*)
    swarm send --type review --verdict changes --finding "openapi.yaml: no errors named" "Nearly." ;;
  *) swarm send --type review --verdict approved "All criteria are met." ;;
esac
`;
export const PLAN_AGENTS = { developer: DEVELOPER, verifier: VERIFIER };

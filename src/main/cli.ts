import { writeSync } from 'node:fs';

declare const __SWARM_VERSION__: string;

const STDOUT = 1;
const argv = process.argv.slice(2);

// Answered before anything else is loaded; even the stream of stdout would cost a fifth of the start.
if (argv.length === 1 && argv[0] === '--version') writeSync(STDOUT, `${__SWARM_VERSION__}\n`);
else import('./run-cli.ts').then(({ runCli }) => runCli(argv, __SWARM_VERSION__));

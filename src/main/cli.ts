declare const __SWARM_VERSION__: string;

const argv = process.argv.slice(2);

// Answered before anything else is loaded.
if (argv.length === 1 && argv[0] === '--version') process.stdout.write(`${__SWARM_VERSION__}\n`);
else import('./run-cli.ts').then(({ runCli }) => runCli(argv, __SWARM_VERSION__));

import { writeError } from './output.ts';
import { main } from './supervisor-main.ts';

main(process.argv.slice(2), process.env).then(
  (code) => process.exit(code),
  (error: unknown) => {
    writeError(`${new Date().toISOString()} ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(2);
  },
);

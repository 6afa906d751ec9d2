import { main } from './dashboard-main.ts';
import { writeError } from './output.ts';

main(process.argv.slice(2), process.env).then(
  (code) => process.exit(code),
  (error: unknown) => {
    writeError(`${new Date().toISOString()} ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(2);
  },
);

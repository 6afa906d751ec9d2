// Opens a line, watches, and has nothing more to do.
import { connect } from '../../../src/runtime/socket/client.ts';

void connect(process.argv[2] ?? '').then(async (client) => {
  await client?.watch();
  process.stdout.write('watching\n');
});

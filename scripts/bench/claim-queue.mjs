// claim-queue <ours|floor> <file>: claims work until nothing is ready, through the store or through the
// SQLite driver alone. Says "ready", begins when it is told to, and says how much it got.
import { once } from 'node:events';
import { openStore } from '../../src/store/open-store.ts';

const BUSY_TIMEOUT_MS = 60_000;
const LEASE_MS = 3_600_000;
const NOW = Date.now();

async function claimThroughStore(file, holder) {
  const store = await openStore({ sqliteFile: file });
  const claim = { holder, at: NOW, until: NOW + LEASE_MS, sessionId: null };
  const writes = [{ kind: 'claim-next', claim, filter: {}, journal: { at: NOW, by: 'bench', note: '' } }];
  return async () => (await store.commit(writes)).saved;
}

// The statements are those that the store sends, written down by hand.
function claimThroughDriver(file, holder) {
  const { DatabaseSync } = require('@photostructure/sqlite');
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  const [begin, commit, rollback] = ['begin immediate', 'commit', 'rollback'].map((sql) =>
    database.prepare(sql),
  );
  const find = database.prepare(`
    select * from work_item where state = 'queued'
      and (not_before is null or not_before <= ?) and (deadline is null or deadline > ?)
      and not exists (select 1 from work_need left join work_item needed on needed.id = work_need.needed_id
        where work_need.work_id = work_item.id and coalesce(needed.state, '') <> 'done')
    order by priority, position, created_at, id limit 1`);
  const findLapsed = database.prepare(`select * from work_item where state = 'claimed' and lease_until <= ?`);
  const step = database.prepare(`
    update work_item set state = 'claimed', version = version + 1, fence = fence + 1, holder = ?,
      lease_until = ?, started_at = ?, updated_at = ? where id = ? and version = ?`);
  const lastSeq = database.prepare('select max(seq) as last from journal');
  const addLine = database.prepare(`
    insert into journal (seq, at, work_id, actor, event, from_state, to_state, note)
    values (?, ?, ?, 'bench', 'work-claim', 'queued', 'claimed', '')`);
  return () => {
    begin.run();
    const found = find.get(NOW, NOW) ?? findLapsed.get(NOW);
    if (!found) {
      rollback.run();
      return false;
    }
    step.run(holder, NOW + LEASE_MS, NOW, NOW, found.id, found.version);
    addLine.run(lastSeq.get().last + 1, NOW, found.id);
    commit.run();
    return true;
  };
}

async function race(way, file) {
  const holder = String(process.pid);
  const claim = way === 'ours' ? await claimThroughStore(file, holder) : claimThroughDriver(file, holder);
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  let claimed = 0;
  while (await claim()) claimed += 1;
  process.stdout.write(`${claimed}\n`, () => process.exit());
}

const [way, file] = process.argv.slice(2);
race(way, file).catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});

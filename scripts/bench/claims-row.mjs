// Eight processes that want the same rows: the price of the store over the driver below it.
import { benchClaims } from './claims.mjs';
import { makeRow } from './row.mjs';

const CLAIMS = 8_000;
const LIMIT = 2;

export async function measureClaims() {
  const { ours, floor, doubleClaims } = await benchClaims();
  const secondsAt = (claimsPerSecond) => CLAIMS / claimsPerSecond;
  const row = makeRow({
    name: 'claims',
    what: '8 processes claiming 8,000 times against the SQLite driver alone, none twice',
    unit: 's',
    by: 'ratio',
    floor: secondsAt(floor),
    ours: secondsAt(ours),
    limit: LIMIT,
    problem: doubleClaims > 0 ? `${doubleClaims} CLAIMED TWICE` : null,
    detail: { claimsPerSecond: { floor, ours }, doubleClaims },
  });
  return [row];
}

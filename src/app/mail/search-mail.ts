import { SearchMail } from '../../contract/mail.ts';
import type { FoundMail } from '../../domain/mail/report.ts';
import { searchWords } from '../../domain/mail/search-words.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Store } from '../../store/store.ts';
import { mailListJson } from '../../views/mail-json.ts';
import { renderMailList } from '../../views/mail-list.ts';
import { styleFor } from '../../views/style.ts';
import { type AgentRequest, type AskingOutcome, commitIntake, denied, said } from '../asking/request.ts';
import { verb } from '../verb.ts';
import { findReader, type Reader } from './find-mail.ts';
import type { MailDeps } from './mail-deps.ts';

async function searchMail(deps: MailDeps, input: SearchMail): Promise<Outcome<FoundMail>> {
  const reader = await findReader(deps);
  return reader.ok ? searchFor(deps.store, reader.value, input) : reader;
}

async function searchFor(
  store: Store,
  { id }: Reader,
  { query, limit }: SearchMail,
): Promise<Outcome<FoundMail>> {
  const words = searchWords(query);
  if (words.length === 0) return refuse({ code: 'query-empty', query });
  const mails = await store.listMail({ words, ...(id === null ? {} : { party: id }) }, { limit: limit + 1 });
  return accept({ mails: mails.slice(0, limit), hasMore: mails.length > limit });
}

type AskingDeps = Pick<MailDeps, 'store' | 'clock'> & Readonly<{ wordRefusal: (refusal: Refusal) => string }>;

async function intakeSearch(
  deps: AskingDeps,
  { session, file, input }: AgentRequest<SearchMail>,
): Promise<AskingOutcome> {
  const found = await searchFor(deps.store, session, input);
  const answer = found.ok
    ? said(renderMailList(found.value, styleFor(false)), mailListJson(found.value))
    : denied(deps.wordRefusal(found.refusal));
  return commitIntake(deps, { file, answer });
}

export const searchMailVerb = verb({
  name: 'mail.search',
  summary: 'Find mail by its words',
  asks: 'anyone',
  reads: true,
  input: SearchMail,
  answer: async () => (await import('../../contract/answer/mail.ts')).MailListAnswer,
  run: searchMail,
  intake: intakeSearch,
  json: mailListJson,
});

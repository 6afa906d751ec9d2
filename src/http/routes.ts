import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { UsageError } from '../contract/usage-error.ts';
import { troubleOfError } from '../views/error-text.ts';
import type { Activity } from './activity.ts';
import { answerTicket } from './answer-ticket.ts';
import { answerVerb } from './answer-verb.ts';
import { Askers } from './asker.ts';
import { checkRequest, MCP_PATH } from './check-request.ts';
import { readCookies, renderCookie } from './cookie.ts';
import { eventStream, readCursor } from './event-stream.ts';
import type { Feed } from './feed.ts';
import type { HttpHost, TokenPurpose } from './host.ts';
import type { Metrics } from './metrics.ts';
import { renderOpenApi } from './openapi.ts';
import { type DoorRefusal, type Reply, replyRefused, replyTrouble } from './reply.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import type { Tickets } from './tickets.ts';

// A task may have 8 MB, and JSON writes some letters in six.
const BODY_MOST_BYTES = 48 * 1024 * 1024;

export type Parts = Readonly<{
  host: HttpHost;
  port: number;
  feed: Feed;
  activity: Activity;
  tickets: Tickets;
  metrics: Metrics;
}>;

/** Every address of this server but that of terminals. */
export function routesOf(parts: Parts): Hono {
  const app = new Hono();
  guard(app, parts);
  serveApi(app, parts);
  serveMetrics(app, parts);
  serveMcp(app, parts);
  servePage(app, parts);
  app.onError((error, c) => {
    parts.host.log(error.stack ?? error.message);
    return send(c, replyTrouble(troubleOfError(error)));
  });
  return app;
}

/** Before any route: what is refused without a look at the cookie, and what every answer carries. */
function guard(app: Hono, { port, activity }: Parts): void {
  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value);
    const refusal = checkRequest(headOf(c), port);
    if (refusal !== null) return refuse(c, refusal);
    activity.touch();
    await next();
    return undefined;
  });
}

const headOf = (c: Context) => ({
  method: c.req.method,
  path: c.req.path,
  host: c.req.header('host'),
  origin: c.req.header('origin'),
  fetchSite: c.req.header('sec-fetch-site'),
  mark: c.req.header('x-swarm'),
  isUpgrade: false,
});

function serveApi(app: Hono, { host, port, feed, activity, tickets }: Parts): void {
  app.use('/api/*', async (c, next) => {
    c.header('cache-control', 'no-store');
    if (!isSignedIn(host, port, c.req.header('cookie'))) return refuse(c, NOT_SIGNED_IN);
    await next();
    return undefined;
  });
  const askers = new Askers(host, port);
  app.post('/api/*', async (c, next) => {
    const refusal = await askers.refusalFor(c, c.req.path.replace('/api/', ''));
    if (refusal !== null) return send(c, refusal);
    await next();
    return undefined;
  });
  app.use('/api/*', bodyLimit({ maxSize: BODY_MOST_BYTES, onError: (c) => refuse(c, TOO_LARGE) }));
  app.get('/api/openapi.json', async (c) => {
    const verbs = await host.ask('schema.show', {});
    return c.json(renderOpenApi(verbs.ok ? verbs.value : [], host.version) as object);
  });
  app.get('/api/events', (c) => {
    const after = readCursor(c.req.header('last-event-id'), c.req.query('after'));
    c.header('content-type', 'text/event-stream');
    return c.body(eventStream(feed.subscribe(activity.enter()), after));
  });
  app.post('/api/terminal', async (c) =>
    send(c, await answerTicket(host, tickets, parseJson(await c.req.text()))),
  );
  app.get('/api/:verb', async (c) =>
    send(c, await answerJson(host, { c, text: c.req.query('input') ?? '', mayChange: false })),
  );
  app.post('/api/:verb', async (c) =>
    send(c, await answerJson(host, { c, text: await c.req.text(), mayChange: true })),
  );
}

type Asking = Readonly<{ c: Context; text: string; mayChange: boolean }>;

function answerJson(host: HttpHost, { c, text, mayChange }: Asking): Promise<Reply> {
  const given = parseJson(text);
  if (given === undefined) return Promise.resolve(replyTrouble(troubleOfError(NO_JSON)));
  return answerVerb(host, { name: c.req.param('verb') ?? '', given, mayChange });
}

const NO_JSON = new UsageError('What the verb takes must be a JSON object', { key: 'input' });

/** Nothing at all is an empty object; undefined for what is no JSON. */
function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function serveMetrics(app: Hono, { host, metrics }: Parts): void {
  app.get('/metrics', async (c) => {
    if (!hasToken(host, c, 'metrics')) return refuseUntold(c, tokenMissing('Metrics', 'metrics_token_file'));
    return c.text(await metrics.render(), 200, { 'content-type': metrics.contentType });
  });
}

/** Agents and programs that look at the project by MCP. */
function serveMcp(app: Hono, { host }: Parts): void {
  app.all(MCP_PATH, async (c) => {
    if (!hasToken(host, c, 'mcp')) return refuseUntold(c, tokenMissing('Clients of MCP', 'mcp_token_file'));
    return host.answerMcp(c.req.raw);
  });
}

const hasToken = ({ secrets }: HttpHost, c: Context, purpose: TokenPurpose): boolean =>
  secrets.isTokenFor(purpose, /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '');

function refuseUntold(c: Context, refusal: DoorRefusal): Response {
  c.header('www-authenticate', 'Bearer');
  return refuse(c, refusal);
}

function servePage(app: Hono, { host, port }: Parts): void {
  const askers = new Askers(host, port);
  app.get('*', async (c, next) => {
    const token = c.req.query('token');
    if (c.req.path !== '/' || token === undefined) return next();
    c.header('cache-control', 'no-store');
    const refusal = await askers.refusalFor(c, 'sign-in');
    if (refusal !== null) return send(c, refusal);
    const cookie = host.secrets.redeem(token);
    if (cookie !== null) c.header('set-cookie', renderCookie(port, cookie));
    const isIn = cookie !== null || isSignedIn(host, port, c.req.header('cookie'));
    return isIn ? c.redirect('/', 303) : c.text(TOKEN_USED, 401);
  });
  app.get('*', async (c) => {
    const asset = (await host.asset(c.req.path)) ?? (await host.asset('/index.html'));
    if (asset === null) return c.text(NO_PAGE, 404);
    c.header('content-type', asset.type);
    c.header('cache-control', asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    return c.body(asset.bytes);
  });
}

export const isSignedIn = (
  { secrets }: Pick<HttpHost, 'secrets'>,
  port: number,
  header: string | undefined,
): boolean => readCookies(port, header).some((cookie) => secrets.isCookie(cookie));

const refuse = (c: Context, refusal: DoorRefusal): Response => send(c, replyRefused(refusal));

const send = (c: Context, { status, body }: Reply): Response =>
  c.body(JSON.stringify(body), status as 200, { 'content-type': 'application/json' });

const NOT_SIGNED_IN: DoorRefusal = {
  status: 401,
  code: 'not-signed-in',
  message: 'This browser is not signed in',
  hint: 'Open the address that this prints: swarm dashboard',
};
const tokenMissing = (what: string, file: string): DoorRefusal => ({
  status: 401,
  code: 'not-signed-in',
  message: `${what} need a token of their own as "Authorization: Bearer …"`,
  hint: `Its file is ${file} of: swarm dashboard --no-open --json`,
});
const TOO_LARGE: DoorRefusal = { status: 413, code: 'too-large', message: 'The request is too large' };
const TOKEN_USED =
  'This address was used already, or is too old. Print a new one in the project: swarm dashboard\n';
const NO_PAGE = 'This build of Swarm has no page. The API answers at /api/.\n';

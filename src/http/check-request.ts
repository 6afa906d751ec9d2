import type { DoorRefusal } from './reply.ts';

/** What a request says of itself, before anything of it is believed. */
export type RequestHead = Readonly<{
  method: string;
  path: string;
  host: string | undefined;
  origin: string | undefined;
  /** Browsers say here which page asks. */
  fetchSite: string | undefined;
  /** `x-swarm`: no page of another origin can send it unasked. */
  mark: string | undefined;
  isUpgrade: boolean;
}>;

/** Clients of MCP prove themselves by a token in a header, which no browser adds by itself. */
export const MCP_PATH = '/mcp';
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const OWN_SITE: ReadonlySet<string> = new Set(['same-origin', 'none']);

const refused = (status: number, code: string, message: string): DoorRefusal => ({ status, code, message });

/**
 * Why a request is refused, with or without a cookie; null when it may go on. A name that leads here from
 * elsewhere (DNS rebinding) fails by its Host, a page of another origin by its Origin, and a form by the
 * missing mark.
 */
export function checkRequest(head: RequestHead, port: number): DoorRefusal | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (head.host === undefined || !hosts.includes(head.host))
    return refused(421, 'host-wrong', `This server answers only as ${hosts.join(' or ')}`);
  const isPlainRead = READS.has(head.method) && !head.isUpgrade;
  const isForeign = head.origin !== undefined && head.origin !== `http://${head.host}`;
  if (isForeign && (!isPlainRead || isApi(head.path)))
    return refused(403, 'origin-wrong', 'A page of another origin may not ask this server');
  if (isApi(head.path) && head.fetchSite !== undefined && !OWN_SITE.has(head.fetchSite))
    return refused(403, 'origin-wrong', 'A page of another origin may not ask this server');
  const needsMark = !isPlainRead && !head.isUpgrade && head.path !== MCP_PATH;
  if (needsMark && head.mark !== '1')
    return refused(403, 'mark-missing', 'Send the header "x-swarm: 1" with a request that is no plain read');
  return null;
}

const isApi = (path: string): boolean => path.startsWith('/api/') || path === '/metrics' || path === MCP_PATH;

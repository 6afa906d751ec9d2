const LIFETIME_SECONDS = 30 * 24 * 60 * 60;

// Browsers give a cookie to every port of a host: without the port in its name, projects would overwrite
// each other's.
const nameFor = (port: number): string => `swarm_${port}`;

/** The header that keeps a browser signed in: no script reads it, and no other site sends it. */
export const renderCookie = (port: number, secret: string): string =>
  `${nameFor(port)}=${secret}; Path=/; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Strict`;

/** The cookies of this server in a request; a browser may send several of one name. */
export function readCookies(port: number, header: string | undefined): readonly string[] {
  const start = `${nameFor(port)}=`;
  return (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .flatMap((part) => (part.startsWith(start) ? [part.slice(start.length)] : []));
}

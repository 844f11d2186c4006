/** A game server that the owner named. Without a port, the DNS may say where it is (SRV). */
export type GameServer = { name: string; host: string; port: number | undefined }

const LONGEST_NAME = 64
const HOST = /^(?:[a-z0-9][a-z0-9.-]*|\[[0-9a-f:.]{2,45}\])$/i

/**
 * Reads the owner's list: a line has a name and, after a space, `host`, `host:port` or `[ipv6]:port`.
 * A semicolon ends a line as well, for the command line.
 *
 * @returns undefined when a line is neither empty nor that.
 */
export function readGameServers(text: string): GameServer[] | undefined {
  const servers: GameServer[] = []
  for (const line of text.split(/[\n;]/)) {
    if (line.trim() === '') continue
    const server = readGameServer(line.trim())
    if (!server) return undefined
    servers.push(server)
  }
  return servers
}

/** Writes a list as `readGameServers` reads it. */
export function writeGameServers(servers: readonly GameServer[]): string {
  return servers
    .map(({ name, host, port }) => `${name} ${host}${port === undefined ? '' : `:${port}`}`)
    .join('\n')
}

function readGameServer(line: string): GameServer | undefined {
  const at = line.search(/\s\S*$/)
  const name = line.slice(0, Math.max(at, 0)).trim()
  const [, host = '', digits] = /^(.*?)(?::(\d{1,5}))?$/.exec(line.slice(at + 1)) ?? []
  const port = digits === undefined ? undefined : Number(digits)
  if (name === '' || name.length > LONGEST_NAME || /\p{Cc}|\p{Bidi_Control}/u.test(name)) return
  if (host.length > 253 || !HOST.test(host)) return undefined
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined
  return { name, host: host.toLowerCase(), port }
}

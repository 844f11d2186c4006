/** A game server in the settings. If it has no port, an SRV record may name its address. */
export type GameServer = GameAddress & { name: string }
export type GameAddress = { host: string; port: number | undefined }

const MAX_NAME_LENGTH = 64
const HOST = /^(?:[a-z0-9][a-z0-9.-]*|\[[0-9a-f:.]{2,45}\])$/i

/**
 * Reads game servers, each a name and an address. A line break or `;` ends an entry.
 * @returns undefined if an entry is invalid
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

export function writeGameServers(servers: readonly GameServer[]): string {
  return servers
    .map(({ name, host, port }) => `${name} ${host}${port === undefined ? '' : `:${port}`}`)
    .join('\n')
}

function readGameServer(line: string): GameServer | undefined {
  const at = line.search(/\s\S*$/)
  const name = line.slice(0, Math.max(at, 0)).trim()
  if (name === '' || name.length > MAX_NAME_LENGTH || /\p{Cc}|\p{Bidi_Control}/u.test(name)) return
  const address = readGameAddress(line.slice(at + 1))
  return address && { name, ...address }
}

/** Reads an address in the form `host`, `host:port` or `[ipv6]:port`; undefined for any other text. */
export function readGameAddress(text: string): GameAddress | undefined {
  const [, host = '', digits] = /^(.*?)(?::(\d{1,5}))?$/.exec(text) ?? []
  const port = digits === undefined ? undefined : Number(digits)
  if (host.length > 253 || !HOST.test(host)) return undefined
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined
  return { host: host.toLowerCase(), port }
}

/** How to write the address of a database, and how to escape special characters of the password. */
const POSTGRES_URL =
  'postgres://user:password@host/name (a # @ or / of the password as %23 %40 %2F)'

/** What an address may say after the `?`; anything else would be ignored in silence. */
const PARAMETERS = [
  ...['sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'uselibpqcompat'],
  ...['application_name', 'options', 'target_session_attrs', 'host', 'port', 'user', 'password'],
]
const WANTED = ['any', 'read-write'] as const

/** Each host's own address, and what kind of server is wanted among them. */
export type PostgresHosts = { hosts: string[]; wanted: (typeof WANTED)[number] }

/** An address that cannot be used. The message says what it may hold, and nothing secret. */
export class WrongPostgresUrl extends Error {}

/**
 * Reads `postgres://user:password@host1:5432,host2/name?target_session_attrs=read-write`, as libpq does.
 * Of several hosts the one that takes writes is wanted, unless the address says otherwise.
 *
 * @throws WrongPostgresUrl
 */
export function readPostgresUrl(text: string): PostgresHosts {
  const [, scheme = '', who = '', list = '', rest = ''] = AUTHORITY.exec(text) ?? []
  const single = `${scheme}${who}${list.split(',', 1)[0] || 'host'}${rest}`
  if (!scheme || !URL.canParse(single))
    throw new WrongPostgresUrl(`nothing (SQLite) or ${POSTGRES_URL}`)
  const { searchParams } = new URL(single)
  for (const name of searchParams.keys()) {
    if (!PARAMETERS.includes(name)) {
      throw new WrongPostgresUrl(`no parameter ${name}, only ${PARAMETERS.join(', ')}`)
    }
  }
  const places = placesOf(list, searchParams)
  const given = searchParams.get('target_session_attrs')
  const wanted = WANTED.find((one) => one === (given ?? (places.length > 1 ? 'read-write' : 'any')))
  if (!wanted) throw new WrongPostgresUrl(`target_session_attrs=${WANTED.join(' or ')}`)
  if (places.length === 1) return { hosts: [text], wanted }
  const hosts = places.map((place) => {
    const url = new URL(`${scheme}${who}${place}${rest}`)
    for (const name of ['host', 'port']) url.searchParams.delete(name)
    return url.href
  })
  return { hosts, wanted }
}

const AUTHORITY = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^@/?#]*)(.*)$/

/** Lists `host:port` of each host; those of the parameters go before those of the authority. */
function placesOf(list: string, parameters: URLSearchParams): string[] {
  const host = parameters.get('host')
  if (!host?.includes(',')) return list.split(',')
  const ports = parameters.get('port')?.split(',') ?? []
  return host.split(',').map((name, place) => {
    const port = ports[place] ?? ports[0]
    return port ? `${name}:${port}` : name
  })
}

const URL_PARTS = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^:@/?#]*)(:.*)?@)?([^@]*)$/i
const HOST = String.raw`(?:\[[0-9a-f:.]*\]|[^:,/?#]*)(?::\d{0,5})?`
const HOST_AND_REST = new RegExp(`^${HOST}(?:,${HOST})*([/?#].*)?$`, 'i')

/** Replaces the password of an address by `***`; undefined when it is unclear what part is secret. */
export function withoutPassword(text: string): string | undefined {
  const [, scheme = '', user, password, rest = ''] = URL_PARTS.exec(text) ?? []
  if (!scheme || !HOST_AND_REST.test(rest)) return undefined
  const who = user === undefined ? '' : `${user}${password ? ':***' : ''}@`
  return `${scheme}${who}${rest.replace(/([?&][^=&]*password=)[^&]*/gi, '$1***')}`
}

/** DATABASE_URL leads to no database. The one-line message says where it leads, why, and what to do. */
export class UnusableDatabase extends Error {
  /** What the attempt to connect failed with. */
  readonly reason: unknown
  constructor(url: string, error: unknown) {
    const shown = withoutPassword(url)
    const held = shown ? JSON.stringify(shown) : 'an address'
    super(`DATABASE_URL holds ${held}, ${reasonOf(error)}`)
    this.reason = error
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '3D000') {
    return `and that server has no such database (${code}): create it or correct the name`
  }
  // 28: invalid authorization. SASL: the server asks for a password, and there is none.
  if (/^28/.test(code) || /^SASL/.test(message ?? '')) {
    return `and that server does not let this user in (${message}): correct the user or the password`
  }
  if (error instanceof Error && 'severity' in error) {
    return `and that server refuses (${message}, ${code}): see its log`
  }
  return `and no PostgreSQL answers there (${code || message}): start it or correct the address`
}

const POSTGRES_URL =
  'postgres://user:password@host/name (a # @ or / of the password as %23 %40 %2F)'

const PARAMETERS = [
  ...['sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'uselibpqcompat'],
  ...['application_name', 'options', 'target_session_attrs', 'host', 'port', 'user', 'password'],
]

/** Parameters that hosting providers add to an address. With these values they change nothing, so they are ignored. */
const IGNORED_PARAMETERS: Readonly<Record<string, RegExp>> = {
  connect_timeout: /^\d+$/, // the site's own timeout is shorter (timeouts.ts)
  keepalives: /^1$/,
  keepalives_idle: /^\d+$/,
  keepalives_interval: /^\d+$/,
  keepalives_count: /^\d+$/,
  tcp_user_timeout: /^\d+$/,
  channel_binding: /^(disable|prefer|require)$/,
  gssencmode: /^(disable|prefer)$/,
  client_encoding: /^(utf-?8|auto)$/i,
  load_balance_hosts: /^disable$/,
  fallback_application_name: /./,
  pgbouncer: /^true$/, // added by Supabase; poolers are detected automatically
  supa: /./,
}
const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
const SERVER_KINDS: Readonly<Record<string, 'any' | 'read-write'>> = {
  any: 'any',
  'read-write': 'read-write',
  primary: 'read-write',
}

export type PostgresHosts = {
  hosts: string[]
  wanted: 'any' | 'read-write'
  /** Whether the authentication must be bound to the TLS connection (`channel_binding=require`). */
  bindsChannel: boolean
}

/** The address in DATABASE_URL cannot be used. The message lists the allowed values and contains no secret. */
export class InvalidPostgresUrl extends Error {}

/**
 * Parses an address like libpq. Unlike in libpq, by default only a host that accepts writes is used if there are
 * several hosts.
 * @throws InvalidPostgresUrl
 */
export function readPostgresUrl(text: string): PostgresHosts {
  const [, scheme = '', who = '', list = '', path = '', query = ''] = AUTHORITY.exec(text) ?? []
  const single = `${scheme}${who}${list.split(',', 1)[0] || 'host'}${path}?${query}`
  if (!scheme || !URL.canParse(single))
    throw new InvalidPostgresUrl(`nothing (SQLite) or ${POSTGRES_URL}`)
  const parameters = new URLSearchParams(query)
  for (const [name, value] of parameters) {
    if (PARAMETERS.includes(name) || IGNORED_PARAMETERS[name]?.test(value)) continue
    const held = IGNORED_PARAMETERS[name] ? `${name}=${value}` : name
    throw new InvalidPostgresUrl(`no parameter ${held}, only ${PARAMETERS.join(', ')}`)
  }
  const places = placesOf(list, parameters)
  const given = parameters.get('target_session_attrs')
  const wanted = SERVER_KINDS[given ?? (places.length > 1 ? 'read-write' : 'any')]
  if (!wanted)
    throw new InvalidPostgresUrl(`target_session_attrs=${Object.keys(SERVER_KINDS).join(' or ')}`)

  const { modes, bindsChannel } = secure(parameters)
  for (const name of Object.keys(IGNORED_PARAMETERS)) parameters.delete(name)
  if (places.length > 1) for (const name of ['host', 'port']) parameters.delete(name)
  const hosts = (places.length > 1 ? places : [list]).flatMap((place) =>
    modes.map((mode) => {
      if (mode !== undefined) parameters.set('sslmode', mode)
      return `${scheme}${who}${place}${path}${parameters.size > 0 ? `?${parameters}` : ''}`
    }),
  )
  return { hosts, wanted, bindsChannel }
}

const AUTHORITY = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^@/?#]*)([^?]*)(?:\?(.*))?$/

/**
 * Reads the TLS parameters. TLS includes the check of the certificate, even for `require`, unless the address turns the
 * check off (`uselibpqcompat=true` or `no-verify`).
 * @returns the modes to try for a host, in order
 */
function secure(parameters: URLSearchParams): {
  modes: (string | undefined)[]
  bindsChannel: boolean
} {
  const mode = parameters.get('sslmode') ?? undefined
  if (mode !== undefined && !MODES.includes(mode)) {
    throw new InvalidPostgresUrl(`sslmode=${MODES.join(' or ')}`)
  }
  const modes = modesOf(mode, parameters)
  const bindsChannel = parameters.get('channel_binding') === 'require'
  if (bindsChannel && (mode === undefined || modes.includes('disable'))) {
    throw new InvalidPostgresUrl('channel_binding=require with sslmode=verify-full')
  }
  return { modes, bindsChannel }
}

function modesOf(mode: string | undefined, parameters: URLSearchParams): (string | undefined)[] {
  if (mode === 'allow') return ['disable', 'no-verify']
  if (mode === 'prefer') return ['no-verify', 'disable']
  if (parameters.get('sslrootcert') === 'system') {
    parameters.delete('sslrootcert') // Node knows the public authorities
    return ['verify-full']
  }
  const isChecked = parameters.get('uselibpqcompat') !== 'true'
  return [isChecked && (mode === 'require' || mode === 'verify-ca') ? 'verify-full' : mode]
}

/** Lists `host:port` of each host. Hosts in the parameter `host` take precedence. */
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

/**
 * Replaces the password in an address by `***`. Returns undefined if it is unclear which part of the address is the
 * password.
 */
export function withoutPassword(text: string): string | undefined {
  const [, scheme = '', user, password, rest = ''] = URL_PARTS.exec(text) ?? []
  if (!scheme || !HOST_AND_REST.test(rest)) return undefined
  const who = user === undefined ? '' : `${user}${password ? ':***' : ''}@`
  return `${scheme}${who}${rest.replace(/([?&][^=&]*password=)[^&]*/gi, '$1***')}`
}

/** DATABASE_URL leads to no usable database. The message is one line: the address, the reason, and what to do. */
export class UnusableDatabase extends Error {
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
  // Class 28 is "invalid authorization". SASL: the server requires a password, but the address has none.
  if (/^28/.test(code) || /^SASL/.test(message ?? '')) {
    return `and that server does not let this user in (${message}): correct the user or the password`
  }
  if (error instanceof Error && 'severity' in error) {
    return `and that server refuses (${message}, ${code}): see its log`
  }
  if (UNKNOWN_CERTIFICATE.test(code)) {
    return `and its TLS certificate cannot be checked (${code}): name its authority with sslrootcert=/path/to/ca.crt`
  }
  return `and no PostgreSQL answers there (${code || message}): start it or correct the address`
}

const UNKNOWN_CERTIFICATE = /CERT|UNABLE_TO_(GET|VERIFY)/

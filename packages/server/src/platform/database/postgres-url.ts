/** How to write the address of a database, and how to escape special characters of the password. */
export const POSTGRES_URL =
  'postgres://user:password@host/name (a # @ or / of the password as %23 %40 %2F)'

export function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text)
}

const URL_PARTS = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^:@/?#]*)(:.*)?@)?([^@]*)$/i
const HOST_AND_REST = /^(\[[0-9a-f:.]*\]|[^:/?#]*)(:\d{0,5})?([/?#].*)?$/i

/** Replaces the password of an address by `***`; undefined when it is unclear what part is secret. */
export function withoutPassword(text: string): string | undefined {
  const [, scheme = '', user, password, rest = ''] = URL_PARTS.exec(text) ?? []
  if (!scheme || !HOST_AND_REST.test(rest)) return undefined
  const who = user === undefined ? '' : `${user}${password ? ':***' : ''}@`
  return `${scheme}${who}${rest.replace(/([?&][^=&]*password=)[^&]*/gi, '$1***')}`
}

/** DATABASE_URL leads to no database. The one-line message says where it leads, why, and what to do. */
export class UnusableDatabase extends Error {
  constructor(url: string, error: unknown) {
    const shown = withoutPassword(url)
    super(`DATABASE_URL holds ${shown ? JSON.stringify(shown) : 'an address'}, ${reasonOf(error)}`)
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

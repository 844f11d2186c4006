import type { endpoints } from '@portal/contract'
import type { Static } from 'typebox'
import { schemeNames } from '../../credentials/password-hash/formats/formats.ts'
import { Refusal } from '../../platform/errors.ts'
import { isUsername } from '../plan/suggest-name.ts'
import type { Source } from '../read/source.ts'
import type { Wanted } from '../run-import.ts'
import { sources } from '../sources/sources.ts'

/** How the owner wants an old site to be looked at. */
export type Look = Static<typeof endpoints.lookAtImport.body>

/**
 * Checks what only the list of sources can tell.
 *
 * @throws Refusal `request.invalid`
 */
export function checkLook(look: Look): Source {
  const source = sources.find(({ name }) => name === look.source)
  if (!source) throw invalid('source')
  if (look.scheme !== undefined && !schemeNames.includes(look.scheme)) throw invalid('scheme')
  if (look.address !== undefined && !isAddress(look.address, source)) throw invalid('address')
  for (const [place, { ours }] of (look.columns ?? []).entries()) {
    if (!source.columns.includes(ours)) throw invalid(`columns.${place}`)
  }
  for (const [place, { to }] of (look.renames ?? []).entries()) {
    if (!isUsername(to)) throw invalid(`renames.${place}`)
  }
  return source
}

/** @param from the path of the owner's file, where `look` has no address. */
export function wantedOf(look: Look, from: string): Wanted {
  const source = checkLook(look)
  const isDatabase = !source.places.includes('file')
  const spelled = (name: string): string => (isDatabase ? name.toLowerCase() : name)
  const { table, prefix = '', salt, key, delimiter = ',', scheme } = look
  const { offlineUuids = false, preferLastSeen = false, renames = [], columns = [] } = look
  return {
    source,
    from: look.address ?? from,
    world: undefined,
    options: {
      table,
      prefix,
      files: undefined,
      salt,
      key,
      delimiter,
      columns: new Map(columns.map(({ ours, theirs }) => [spelled(ours), spelled(theirs)])),
    },
    plan: {
      renames: new Map(renames.map((rename) => [rename.from, rename.to])),
      offlineUuids,
      preferLastSeen,
      scheme,
    },
  }
}

const SCHEMES: Readonly<Record<string, 'mysql' | 'postgres'>> = {
  'mysql:': 'mysql',
  'mariadb:': 'mysql',
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
}

/**
 * Whether this is the address of a database, with nothing beside it but `sslmode`: other parameters can
 * name files of this machine (https://node-postgres.com/features/ssl), which a browser has no business with.
 */
function isAddress(text: string, { places }: Source): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const kind = SCHEMES[url?.protocol ?? '']
  if (!url?.hostname || !kind || !places.includes(kind)) return false
  const allowed = kind === 'postgres' ? ['sslmode'] : []
  return [...url.searchParams.keys()].every((name) => allowed.includes(name))
}

function invalid(field: string): Refusal {
  return new Refusal('request.invalid', { fields: [{ field, keyword: 'pattern' }] })
}

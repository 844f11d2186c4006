import type { endpoints } from '@portal/contract'
import type { Static } from 'typebox'
import { schemeNames } from '../../credentials/password-hash/formats/formats.ts'
import { Refusal } from '../../platform/errors.ts'
import { isUsername } from '../plan/suggest-name.ts'
import type { Source } from '../read/source.ts'
import type { ImportRequest } from '../run-import.ts'
import { sources } from '../sources/sources.ts'

export type ImportForm = Static<typeof endpoints.lookAtImport.body>

/**
 * Checks the form of an import and returns its source.
 * @throws Refusal `request.invalid`
 */
export function validateImportForm(form: ImportForm): Source {
  const source = sources.find(({ name }) => name === form.source)
  if (!source) throw invalid('source')
  if (form.scheme !== undefined && !schemeNames.includes(form.scheme)) throw invalid('scheme')
  if (form.address !== undefined && !isAddress(form.address, source)) throw invalid('address')
  for (const [index, { ours }] of (form.columns ?? []).entries()) {
    if (!source.columns.includes(ours)) throw invalid(`columns.${index}`)
  }
  for (const [index, { to }] of (form.renames ?? []).entries()) {
    if (!isUsername(to)) throw invalid(`renames.${index}`)
  }
  return source
}

/**
 * Converts the form to a request.
 * @param from the path of the uploaded file, if the form has no address
 */
export function toImportRequest(form: ImportForm, from: string): ImportRequest {
  const source = validateImportForm(form)
  const isDatabase = !source.places.includes('file')
  const normalizeName = (name: string): string => (isDatabase ? name.toLowerCase() : name)
  const { table, prefix = '', salt, key, delimiter = ',', scheme } = form
  const { offlineUuids = false, preferLastSeen = false, renames = [], columns = [] } = form
  return {
    source,
    from: form.address ?? from,
    world: undefined,
    options: {
      table,
      prefix,
      files: undefined,
      salt,
      key,
      delimiter,
      columns: new Map(
        columns.map(({ ours, theirs }) => [normalizeName(ours), normalizeName(theirs)]),
      ),
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
 * Whether the panel may read from an address. Of its parameters, only `sslmode` is allowed: others can name files of
 * this machine (https://node-postgres.com/features/ssl), which the panel must not read.
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

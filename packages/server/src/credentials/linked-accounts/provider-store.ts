import type { IdentityKind } from '@portal/contract'
import { type Db, speaksPostgres } from '../../database/database.ts'
import type { Provider } from './identity.ts'

const providerColumns = [
  'slug',
  'kind',
  'name',
  'issuer',
  'client_id as clientId',
  'secret_sealed as secretSealed',
  'trusted',
  'enabled',
  'created_at as createdAt',
] as const

type Row = Omit<Provider, 'kind' | 'trusted' | 'enabled'> & {
  kind: string
  trusted: number
  enabled: number
}

const KINDS: Record<IdentityKind, true> = {
  discord: true,
  google: true,
  microsoft: true,
  yandex: true,
  vk: true,
  telegram: true,
  oidc: true,
}

function isKind(text: string): text is IdentityKind {
  return Object.hasOwn(KINDS, text)
}

/** Converts rows to providers. Omits providers of a kind that only a later version supports. */
function toProviders(rows: readonly Row[]): Provider[] {
  return rows.flatMap(({ kind, trusted, enabled, ...row }) =>
    isKind(kind) ? [{ ...row, kind, trusted: trusted === 1, enabled: enabled === 1 }] : [],
  )
}

export async function listProviders(db: Db): Promise<Provider[]> {
  const rows = await db
    .selectFrom('identity_provider')
    .select(providerColumns)
    .orderBy('created_at')
    .orderBy('slug')
    .execute()
  return toProviders(rows)
}

export async function findProvider(db: Db, slug: string): Promise<Provider | undefined> {
  const rows = await db
    .selectFrom('identity_provider')
    .select(providerColumns)
    .where('slug', '=', slug)
    .execute()
  return toProviders(rows)[0]
}

/** Finds a provider and prevents changes to it until the transaction ends. */
export async function shareLockProvider(tx: Db, slug: string): Promise<Provider | undefined> {
  const rows = await tx
    .selectFrom('identity_provider')
    .select(providerColumns)
    .where('slug', '=', slug)
    .$if(speaksPostgres(tx), (query) => query.forShare())
    .execute()
  return toProviders(rows)[0]
}

export async function lockProvider(tx: Db, slug: string): Promise<Provider | undefined> {
  const rows = await tx
    .selectFrom('identity_provider')
    .select(providerColumns)
    .where('slug', '=', slug)
    .$if(speaksPostgres(tx), (query) => query.forUpdate())
    .execute()
  return toProviders(rows)[0]
}

export async function insertProvider(db: Db, provider: Provider): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('identity_provider')
    .values({
      slug: provider.slug,
      kind: provider.kind,
      issuer: provider.issuer,
      created_at: provider.createdAt,
      ...changeableColumns(provider),
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateProvider(db: Db, provider: Provider): Promise<void> {
  await db
    .updateTable('identity_provider')
    .set(changeableColumns(provider))
    .where('slug', '=', provider.slug)
    .execute()
}

function changeableColumns({ name, clientId, secretSealed, trusted, enabled }: Provider) {
  return {
    name,
    client_id: clientId,
    secret_sealed: secretSealed,
    trusted: Number(trusted),
    enabled: Number(enabled),
  }
}

/**
 * Deletes a provider and its links.
 * @returns the deleted provider; undefined if there is none. Only one of several concurrent calls gets the provider.
 */
export async function deleteProvider(db: Db, slug: string): Promise<Provider | undefined> {
  const rows = await db
    .deleteFrom('identity_provider')
    .where('slug', '=', slug)
    .returning(providerColumns)
    .execute()
  return toProviders(rows)[0]
}

/** Stores the re-encrypted form of a secret, unless the secret has changed in the meantime. */
export async function replaceSecret(
  db: Db,
  slug: string,
  change: { old: string; renewed: string },
): Promise<void> {
  await db
    .updateTable('identity_provider')
    .set({ secret_sealed: change.renewed })
    .where('slug', '=', slug)
    .where('secret_sealed', '=', change.old)
    .execute()
}

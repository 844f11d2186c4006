import { OPENID_SCOPES } from '@portal/contract'
import type { Selectable } from 'kysely'
import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import { type Db, speaksPostgres } from '../../database/database.ts'
import type { OidcClientTable } from '../../database/tables/openid.ts'
import type { Client } from './client.ts'

type ClientRow = Selectable<OidcClientTable>

export async function insertClient(tx: Db, client: Client): Promise<void> {
  await tx.insertInto('oidc_client').values(toRow(client)).execute()
}

export async function updateClient(tx: Db, client: Client): Promise<void> {
  const { id, ...rest } = toRow(client)
  await tx.updateTable('oidc_client').set(rest).where('id', '=', id).execute()
}

const selectClient = compiledQuery((db, { id }: Params<{ id: string }>) =>
  db.selectFrom('oidc_client').selectAll().where('id', '=', id),
)

/** Finds a client, even if it is revoked. */
export async function findClient(db: Db, id: string): Promise<Client | undefined> {
  const [row] = (await selectClient(db, { id })).rows
  return row && toClient(row)
}

/** Finds a client that is not revoked and locks it until the transaction ends. */
export async function lockClient(tx: Db, id: string): Promise<Client | undefined> {
  const row = await tx
    .selectFrom('oidc_client')
    .selectAll()
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .$if(speaksPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirst()
  return row && toClient(row)
}

export async function listClients(db: Db): Promise<Client[]> {
  const rows = await db
    .selectFrom('oidc_client')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toClient)
}

const selectAnyClient = compiledQuery((db) =>
  db.selectFrom('oidc_client').select('id').where('revoked_at', 'is', null).limit(1),
)

export async function hasClients(db: Db): Promise<boolean> {
  return (await selectAnyClient(db, {})).rows.length > 0
}

function toClient(row: ClientRow): Client {
  const scopes = row.scopes.split(' ')
  return {
    id: row.id,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris),
    postLogoutRedirectUris: JSON.parse(row.post_logout_redirect_uris),
    backchannelLogoutUri: row.backchannel_logout_uri,
    scopes: OPENID_SCOPES.filter((scope) => scopes.includes(scope)),
    permission: row.permission,
    accessToken: row.access_token,
    idTokenAlg: row.id_token_alg,
    public: row.public === 1,
    trusted: row.trusted === 1,
    pkce: row.pkce === 1,
    device: row.device === 1,
    secretHash: row.secret_hash,
    oldSecretHash: row.old_secret_hash,
    oldSecretUntil: row.old_secret_until,
    author: row.author,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }
}

function toRow(client: Client): ClientRow {
  return {
    id: client.id,
    name: client.name,
    redirect_uris: JSON.stringify(client.redirectUris),
    post_logout_redirect_uris: JSON.stringify(client.postLogoutRedirectUris),
    backchannel_logout_uri: client.backchannelLogoutUri,
    scopes: client.scopes.join(' '),
    permission: client.permission,
    access_token: client.accessToken,
    id_token_alg: client.idTokenAlg,
    public: Number(client.public),
    trusted: Number(client.trusted),
    pkce: Number(client.pkce),
    device: Number(client.device),
    secret_hash: client.secretHash,
    old_secret_hash: client.oldSecretHash,
    old_secret_until: client.oldSecretUntil,
    author: client.author,
    created_at: client.createdAt,
    revoked_at: client.revokedAt,
  }
}

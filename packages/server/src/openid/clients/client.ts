import { createHash } from 'node:crypto'
import type { ClientItem, NewClient } from '@portal/contract'
import { DAY, isoInstant, isoOrNull } from '../../platform/clock.ts'

/** An application that signs players in. Its secrets are stored as hashes. */
export type Client = NewClient & {
  id: string
  secretHash: string | null
  oldSecretHash: string | null
  oldSecretUntil: number | null
  author: string
  createdAt: number
  revokedAt: number | null
}

/** How long a replaced secret stays valid. */
export const OLD_SECRET_TTL = 7 * DAY

/** Returns the hash of a secret. Secrets have 256 random bits, so a fast hash is enough. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

export function toClientItem(client: Client): ClientItem {
  const { id, secretHash, oldSecretHash, ...rest } = client
  return {
    clientId: id,
    ...rest,
    oldSecretUntil: isoOrNull(client.oldSecretUntil),
    createdAt: isoInstant(client.createdAt),
    revokedAt: isoOrNull(client.revokedAt),
  }
}

export function auditTextOf(client: NewClient): string {
  return JSON.stringify({
    name: client.name,
    redirectUris: client.redirectUris,
    postLogoutRedirectUris: client.postLogoutRedirectUris,
    backchannelLogoutUri: client.backchannelLogoutUri,
    scopes: client.scopes,
    permission: client.permission,
    accessToken: client.accessToken,
    idTokenAlg: client.idTokenAlg,
    public: client.public,
    trusted: client.trusted,
    pkce: client.pkce,
    device: client.device,
  })
}

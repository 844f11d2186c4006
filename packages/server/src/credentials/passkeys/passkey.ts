import type { Passkey as PasskeyReply } from '@portal/contract'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'
import type { findRelyingParty } from '../../settings/relying-party.ts'

export type Passkey = {
  id: string
  playerId: string
  /** The ID that the authenticator gave the passkey, as base64url. */
  credentialId: string
  /** The public key in COSE format, as base64url. */
  publicKey: string
  counter: number
  transports: string[]
  name: string
  /** The ID of the relying party for which the passkey was created: the host of the site at that time. */
  host: string
  synced: boolean
  createdAt: number
  lastUsedAt: number | null
  /** When a copy of the passkey was detected; null if none was. A copied passkey is refused. */
  copiedAt: number | null
}

export function toPasskeyReply(
  passkey: Passkey,
  party: ReturnType<typeof findRelyingParty>,
): PasskeyReply {
  const { id, credentialId, name, host, synced, copiedAt } = passkey
  return {
    id,
    credentialId,
    name,
    host,
    works: 'host' in party && party.host === host,
    synced,
    copied: copiedAt !== null,
    createdAt: isoInstant(passkey.createdAt),
    lastUsedAt: isoOrNull(passkey.lastUsedAt),
  }
}

/** Returns the user handle of a player for WebAuthn: the 16 bytes of the player's UUID. */
export function userHandle(playerId: string): Buffer<ArrayBuffer> {
  return Buffer.from(playerId.replaceAll('-', ''), 'hex')
}

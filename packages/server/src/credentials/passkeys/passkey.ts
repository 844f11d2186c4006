import type { Passkey as PasskeyReply } from '@portal/contract'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'
import type { findRelyingParty } from '../../settings/relying-party.ts'

export type Passkey = {
  id: string
  playerId: string
  /** The authenticator's credential id; base64url. */
  credentialId: string
  /** COSE, as base64url. */
  publicKey: string
  counter: number
  transports: string[]
  name: string
  /** The id of the relying party that it was created for. */
  host: string
  synced: boolean
  createdAt: number
  lastUsedAt: number | null
  /** When a copy was detected; the passkey has been refused since then. */
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

/** Returns the user handle of WebAuthn: the 16 bytes of the player's UUID. */
export function userHandle(playerId: string): Buffer<ArrayBuffer> {
  return Buffer.from(playerId.replaceAll('-', ''), 'hex')
}

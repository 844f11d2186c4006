import type { Passkey as PasskeyReply } from '@portal/contract'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'
import type { findRelyingParty } from '../../settings/relying-party.ts'

/** A public key by which a player signs in. */
export type Passkey = {
  id: string
  playerId: string
  /** What the authenticator calls it; base64url. */
  credentialId: string
  /** COSE, as base64url. */
  publicKey: string
  /** How often it signed, by its own count; 0 for those that do not count. */
  counter: number
  transports: string[]
  name: string
  /** The id of the relying party that it was made for. */
  host: string
  synced: boolean
  createdAt: number
  lastUsedAt: number | null
  /** When it seemed to exist twice; it is refused since. */
  copiedAt: number | null
}

/** Describes a passkey to its player (docs/contract.md#passkeys). */
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

/** The handle by which an authenticator knows the player: the 16 bytes of their uuid. */
export function userHandle(playerId: string): Buffer<ArrayBuffer> {
  return Buffer.from(playerId.replaceAll('-', ''), 'hex')
}

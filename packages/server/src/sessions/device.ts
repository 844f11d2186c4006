import { createHash } from 'node:crypto'
import { DAY } from '../platform/clock.ts'
import { type Client, deviceName, networkOf } from '../platform/network/client.ts'
import { canonicalAddress } from '../platform/network/ip-address.ts'

/** How long a device cookie lives, and a device stays known, after its last sign-in. */
export const DEVICE_TTL = 400 * DAY

/** How many browsers, and how many networks, of a player stay known. */
export const MAX_KNOWN_DEVICES = 10

export type DeviceFingerprints = { cookieMark: string; placeMark: string }

/** Returns the fingerprint of a browser with a device cookie. The value of the cookie itself is not stored. */
export function cookieFingerprint(deviceToken: string): string {
  return `cookie:${createHash('sha256').update(deviceToken).digest('base64url')}`
}

/**
 * Returns the fingerprint by which a client is familiar: the fingerprint of its device cookie or, without a cookie, of
 * its program and network.
 */
export function knownDeviceFingerprint(client: Client): string {
  const { deviceToken } = client
  return deviceToken === undefined ? networkFingerprint(client) : cookieFingerprint(deviceToken)
}

/** The shortest client token that can identify a launcher. Tokens of the game have at least 32 characters. */
const MIN_CLIENT_TOKEN_LENGTH = 16

/**
 * Returns the fingerprint of a launcher. Returns '', which no device has, for a short token or the player's own ID:
 * such a token is not the secret of one launcher.
 */
export function launcherFingerprint(playerId: string, clientToken = ''): string {
  const isPublic = clientToken.replaceAll('-', '') === playerId.replaceAll('-', '')
  if (isPublic || clientToken.length < MIN_CLIENT_TOKEN_LENGTH) return ''
  return `launcher:${createHash('sha256').update(clientToken).digest('base64url')}`
}

/** Fingerprint of an IPv4 address or a /64 network of IPv6, which is one household; '' without an address. */
export function addressFingerprint(ip: string): string {
  const address = ip.includes(':') ? canonicalAddress(`${ip}/64`) : ip
  return address ? `address:${address}` : ''
}

/** Returns the fingerprint of a program without cookies: its name and network. */
export function networkFingerprint(client: Client): string {
  return `place:${deviceName(client.agent)}@${networkOf(client.ip)}`
}

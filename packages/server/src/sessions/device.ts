import { createHash } from 'node:crypto'
import { DAY } from '../platform/clock.ts'
import { type Client, deviceName, networkOf } from '../platform/network/client.ts'
import { canonicalAddress } from '../platform/network/ip-address.ts'

/** How long a device cookie is valid, and a device stays known, after the last sign-in with it. */
export const DEVICE_TTL = 400 * DAY

/** How many browsers and how many networks of one player stay known. */
export const MAX_KNOWN_DEVICES = 10

export type DeviceFingerprints = { cookieMark: string; placeMark: string }

/** Returns the fingerprint of a device cookie: a hash, so that the database does not contain the cookie. */
export function cookieFingerprint(deviceToken: string): string {
  return `cookie:${createHash('sha256').update(deviceToken).digest('base64url')}`
}

/**
 * Returns the fingerprint by which a client is recognized: of its device cookie or, without a cookie, of its program
 * and network.
 */
export function knownDeviceFingerprint(client: Client): string {
  const { deviceToken } = client
  return deviceToken === undefined ? networkFingerprint(client) : cookieFingerprint(deviceToken)
}

/** The shortest client token that can identify a launcher. Tokens of the game have at least 32 characters. */
const MIN_CLIENT_TOKEN_LENGTH = 16

/**
 * Returns the fingerprint of a launcher. Returns '', which no device has, for a client token that is short or equal to
 * the player's ID: other people can know such a token.
 */
export function launcherFingerprint(playerId: string, clientToken = ''): string {
  const isPublic = clientToken.replaceAll('-', '') === playerId.replaceAll('-', '')
  if (isPublic || clientToken.length < MIN_CLIENT_TOKEN_LENGTH) return ''
  return `launcher:${createHash('sha256').update(clientToken).digest('base64url')}`
}

/**
 * Returns the fingerprint of an IPv4 address, or of the /64 network of an IPv6 address, which is one household. Returns
 * '' without an address.
 */
export function addressFingerprint(ip: string): string {
  const address = ip.includes(':') ? canonicalAddress(`${ip}/64`) : ip
  return address ? `address:${address}` : ''
}

/** Returns the fingerprint of a client without a device cookie: its program and network. */
export function networkFingerprint(client: Client): string {
  return `place:${deviceName(client.agent)}@${networkOf(client.ip)}`
}

import { createHash } from 'node:crypto'
import { DAY } from '../platform/clock.ts'
import { type Client, deviceName, networkOf } from '../platform/network/client.ts'
import { canonicalAddress } from '../platform/network/ip-address.ts'

/** How long a device cookie lives, and a device stays familiar, after its last sign-in. */
export const DEVICE_TTL = 400 * DAY

/** How many browsers, and how many places, of a player stay familiar. */
export const DEVICES_KEPT = 10

/** What a device is recognised by: its cookie, or its place when it sends no cookie. */
export type DeviceMarks = { cookieMark: string; placeMark: string }

/** Returns the mark of a browser with a device cookie; the value of the cookie is not stored. */
export function cookieMark(deviceToken: string): string {
  return `cookie:${createHash('sha256').update(deviceToken).digest('base64url')}`
}

/** Returns the mark that decides whether a client is familiar: its cookie's, or else its place's. */
export function familiarMark(client: Client): string {
  const { deviceToken } = client
  return deviceToken === undefined ? placeMark(client) : cookieMark(deviceToken)
}

/** The shortest client token that can stand for one launcher; the game's own have 32 characters and more. */
const SHORTEST_CLIENT_TOKEN = 16

/**
 * Returns the mark of a launcher by its client token. A short token, and the player's own id, is no secret of
 * one launcher: its mark is empty, and no device has that.
 */
export function launcherMark(playerId: string, clientToken = ''): string {
  const isPublic = clientToken.replaceAll('-', '') === playerId.replaceAll('-', '')
  if (isPublic || clientToken.length < SHORTEST_CLIENT_TOKEN) return ''
  return `launcher:${createHash('sha256').update(clientToken).digest('base64url')}`
}

/**
 * Returns the mark of the address that a launcher signs in from: an IPv4 address, or the /64 of IPv6, which is
 * one household. It is empty when there is no address.
 */
export function addressMark(ip: string): string {
  const address = ip.includes(':') ? canonicalAddress(`${ip}/64`) : ip
  return address ? `address:${address}` : ''
}

/** Returns the mark of a program by its name and network, for programs without cookies. */
export function placeMark(client: Client): string {
  return `place:${deviceName(client.agent)}@${networkOf(client.ip)}`
}

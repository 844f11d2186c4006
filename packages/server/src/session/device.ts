import { createHash } from 'node:crypto'
import { type Client, deviceName, networkOf } from '../platform/client.ts'
import { DAY } from '../platform/clock.ts'

/** How long a device cookie lives and a device stays familiar after its last sign-in. */
export const DEVICE_TTL = 400 * DAY

/** How many browsers, and how many places, of a player are familiar; a new one takes the oldest's. */
export const DEVICES_KEPT = 10

/** What a device is known again by: its cookie, and its place where it sends none. */
export type DeviceMarks = { cookieMark: string; placeMark: string }

/** The mark of a browser that carries a device cookie. The cookie's value itself is not stored. */
export function cookieMark(deviceToken: string): string {
  return `cookie:${createHash('sha256').update(deviceToken).digest('base64url')}`
}

/** The mark by which a client is familiar, or not: its cookie's, or its place's if it sent none. */
export function familiarMark(client: Client): string {
  const { deviceToken } = client
  return deviceToken === undefined ? placeMark(client) : cookieMark(deviceToken)
}

/** The mark of a program by its name and network, for those that keep no cookies. */
export function placeMark(client: Client): string {
  return `place:${deviceName(client.agent)}@${networkOf(client.ip)}`
}

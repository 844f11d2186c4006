import { isIPv6 } from 'node:net'
import { DAY, HOUR, MINUTE, SECOND } from '../platform/clock.ts'
import { bareHost } from '../platform/network/private-address.ts'

export class WrongConfig extends Error {}

export function integer(name: string, text: string, range: { from: number; to: number }): number {
  const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= range.from && number <= range.to) return number
  throw wrong(name, text, `a whole number from ${range.from} to ${range.to}`)
}

export function oneOf<const Choice extends string>(
  name: string,
  text: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((candidate) => candidate === text.toLowerCase())
  if (choice === undefined) throw wrong(name, text, choices.join(', '))
  return choice
}

export function onOff(name: string, text: string): boolean {
  return ['on', 'true', '1'].includes(oneOf(name, text, ['on', 'off', 'true', 'false', '1', '0']))
}

const UNITS: Record<string, number> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY }
const MAX_LIFETIME = 3650 * DAY

export function lifetime(name: string, text: string): number {
  const parts = /^([0-9]{1,9}[smhd])+$/.test(text) ? text.matchAll(/([0-9]+)([smhd])/g) : []
  const total = [...parts].reduce(
    (sum, [, n, unit = 's']) => sum + Number(n) * (UNITS[unit] ?? 0),
    0,
  )
  if (total >= SECOND && total <= MAX_LIFETIME) return total
  throw wrong(name, text, 'a time from 1s to 3650d, such as 90s, 5m, 12h, 30d or 1h30m')
}

export function lifetimeOrOff(name: string, text: string): number {
  return text.toLowerCase() === 'off' ? 0 : lifetime(name, text)
}

export function webUrl(name: string, text: string): string {
  const url = URL.parse(text)
  const usable = url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
  if (usable) return text.replace(/\/+$/, '')
  throw wrong(name, text, 'an address such as https://example.org')
}

export function originOf(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '')) {
    return url.origin
  }
  throw wrong('CORS_ORIGINS', text, 'origins such as https://example.org, separated by commas')
}

/** Parses a host without a port: a name, an IPv4 address, or an IPv6 address with or without brackets. */
export function hostOf(text: string): string {
  const host = isIPv6(text) ? `[${text}]` : text
  const url = /^[^/\\@?#\s]+$/.test(host) ? URL.parse(`https://${host}`) : null
  if (url && url.port === '' && url.host.length > 0 && !/:\d*$/.test(host.replace(/^\[.*\]/, ''))) {
    return bareHost(url.hostname)
  }
  throw wrong('ALLOW_PRIVATE_HOSTS', text, 'hosts such as old.example.internal,10.0.0.5')
}

export function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

export function wrong(name: string, holds: string | undefined, may: string): WrongConfig {
  const shown = holds === undefined ? 'a value that cannot be used' : JSON.stringify(holds)
  return new WrongConfig(`${name} holds ${shown}; it may hold ${may}`)
}

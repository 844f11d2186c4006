import { createHash } from 'node:crypto'
import type { Value } from './seed-insert.ts'

/** The rows of a seeded site. Each depends only on its number, so the site is always the same. */

const DAY = 86_400_000
const WORDS = ['steve', 'alex', 'herobrine', 'notch', 'enderman', 'creeper', 'blaze', 'ghast']
const ROLES = ['helper', 'moderator', 'builder']
const GROUPS = ['gold', 'silver', 'bronze']

export type Scale = { players: number; now: number; passwordHash: string }

export const bundleColumns = ['id', 'kind', 'name', 'priority', 'permissions', 'created_at']
export const bundleRows: readonly (readonly Value[])[] = [
  ...ROLES.map((id, place) => [id, 'role', id, place + 1, '[]', 0]),
  ...GROUPS.map((id) => [id, 'group', id, 0, '[]', 0]),
]

/** An id in the form of a UUID, as random as real ones. */
export function idAt(kind: string, index: number): string {
  const hex = createHash('md5').update(`${kind} ${index}`).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

export const playerColumns = [
  ...['id', 'username', 'username_key', 'email', 'email_key', 'password_hash', 'locale'],
  ...['activated_at', 'superuser_at', 'totp_enabled_at', 'inviter_id', 'created_at'],
]

export function playerAt(index: number, { players, now, passwordHash }: Scale): Value[] {
  const name = `${WORDS[index % WORDS.length]}_${index.toString(36)}`.slice(0, 16)
  const createdAt = now - Math.floor(((players - index) / players) * 1000 * DAY)
  return [
    ...[idAt('player', index), name, name, `${name}@example.org`, `${name}@example.org`],
    ...[passwordHash, 'en'],
    index % 20 === 19 ? null : createdAt,
    index < 3 ? createdAt : null,
    index % 50 === 7 ? createdAt : null,
    index > 1000 && index % 10 === 3 ? idAt('player', index % 1000) : null,
    createdAt,
  ]
}

export const sessionColumns = [
  ...['id', 'player_id', 'device', 'agent', 'ip', 'counter', 'replacements'],
  ...['created_at', 'updated_at', 'expires_at'],
]

export function sessionAt(index: number, { players, now }: Scale): Value[] {
  const id = createHash('md5').update(`session ${index}`).digest('base64url')
  const createdAt = now - (index % 30) * DAY
  return [
    ...[id, idAt('player', index % players), 'Launcher', 'Launcher', ipAt(index), 1, '[]'],
    ...[createdAt, now, now + 30 * DAY],
  ]
}

export const deviceColumns = ['player_id', 'mark', 'first_seen_at', 'last_seen_at']

/** Returns a known device: for an index below `players` the browser of a player, otherwise the network of a player. */
export function deviceAt(index: number, { players, now }: Scale): Value[] {
  const browser = createHash('md5').update(`device ${index}`).digest('base64url')
  const place = ipAt(index).replace(/\d+$/, '0/24')
  const mark = index < players ? `cookie:${browser}` : `place:Launcher@${place}`
  return [idAt('player', index % players), mark, now - (index % 300) * DAY, now]
}

export const auditColumns = ['id', 'at', 'action', 'actor', 'target', 'ip', 'before', 'after']

export function auditAt(index: number, { players, now }: Scale): Value[] {
  const at = now - Math.floor((index * 60 * DAY) / (players * 3)) - 1
  const id = `${at.toString(16).padStart(12, '0')}${idAt('audit', index).replaceAll('-', '').slice(12)}`
  const player = idAt('player', index % players)
  const action = index % 10 === 0 ? 'login.missed' : 'login.succeeded'
  const dashed = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return [dashed, at, action, player, player, ipAt(index), null, 'Launcher']
}

export const grantColumns = [
  ...['id', 'player_id', 'group_id', 'starts_at', 'ends_at', 'created_at', 'author', 'taken_at'],
]

export function grantAt(index: number, { players, now }: Scale): Value[] {
  const startsAt = now - (index % 400) * DAY
  const endsAt = index % 7 === 0 ? null : startsAt + 30 * DAY
  const group = GROUPS[index % GROUPS.length] ?? ''
  const player = idAt('player', (index * 5) % players)
  return [idAt('grant', index), player, group, startsAt, endsAt, startsAt, 'command', null]
}

export const roleColumns = ['player_id', 'role_id']

export function roleAt(index: number, { players }: Scale): Value[] {
  const role = ROLES[index % ROLES.length] ?? ''
  return [idAt('player', (index * 20) % players), role]
}

export const banColumns = [
  ...['id', 'player_id', 'reason', 'author', 'created_at', 'expires_at', 'lifted_at', 'lifted_by'],
]

/** Returns a ban. Most bans have ended, a few are permanent. */
export function banAt(index: number, { players, now }: Scale): Value[] {
  const createdAt = now - (index % 900) * DAY
  const player = idAt('player', (index * 100 + 11) % players)
  const expiresAt = index % 20 === 0 ? null : createdAt + DAY
  return [idAt('ban', index), player, 'griefing', 'command', createdAt, expiresAt, null, null]
}

/** Returns one of 50,000 addresses. Many players share the first few of them, as in schools. */
function ipAt(index: number): string {
  const place = index % 5 === 0 ? index % 7 : index % 50_000
  return `10.${place >> 16}.${(place >> 8) & 255}.${place & 255}`
}

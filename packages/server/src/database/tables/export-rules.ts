import { isoInstant } from '../../platform/clock.ts'

export type DataSubject = { id: string; emailKey: string | null }

export type ExportRow = Readonly<Record<string, unknown>>

export type ShownColumn = {
  as: string
  read(value: unknown, row: ExportRow, subject: DataSubject): unknown
  /**
   * Shows a value from another table instead: the column `column` of the row in `table` whose `key` has the value of
   * this column.
   */
  join?: { as: string; table: 'page'; key: string; column: string }
}

export type Omitted = { leftOut: string }

export const SECRET: Omitted = {
  leftOut: 'is a secret for signing in, or verifies one',
}
export const INTERNAL: Omitted = {
  leftOut: 'is an internal number of the program, not about a person',
}
export const IS_PLAYER: Omitted = { leftOut: 'is the player, who knows that' }
export const DUPLICATE: Omitted = { leftOut: 'repeats another column' }
export const OTHER_PERSON: Omitted = { leftOut: 'is about another person' }
export const SITE_CONTENT: Omitted = { leftOut: 'is a text of the site, which its pages show' }

export function asStored(as: string): ShownColumn {
  return { as, read: (value) => value }
}

export function instant(as: string): ShownColumn {
  return { as, read: (value) => (value === null ? null : isoInstant(Number(value))) }
}

export function money(as: string): ShownColumn {
  return { as, read: (cents) => Number(cents) / 100 }
}

/** Shows a page by its path on the site instead of its ID, which a player could not understand. */
export function pageAddress(as: string): ShownColumn {
  return {
    as,
    join: { as: 'page_slug', table: 'page', key: 'id', column: 'slug' },
    read: (_id, row) => `/pages/${row.page_slug}`,
  }
}

export function flag(as: string): ShownColumn {
  return { as, read: (value) => Number(value) === 1 }
}

export function json(as: string): ShownColumn {
  return { as, read: (value) => JSON.parse(String(value)) }
}

export function picture(as: string): ShownColumn {
  return { as, read: (hash) => (hash === null ? null : pictureName(String(hash))) }
}

export function pictureName(hash: string): string {
  return `pictures/${hash.slice(0, 16)}.png`
}

export function actorColumn(as: string): ShownColumn {
  return { as, read: (actor, _row, subject) => actorLabel(actor, subject) }
}

/**
 * Describes an actor for the export: `you`, `the owner` for the command line, `a program` for an API key or a shop,
 * `somebody else` for another player; null if the actor is unknown.
 */
export function actorLabel(actor: unknown, subject: DataSubject): string | null {
  if (actor === null || actor === undefined) return null
  if (actor === subject.id) return 'you'
  if (actor === 'command') return 'the owner'
  return /^(api-key|purchase):/.test(String(actor)) ? 'a program' : 'somebody else'
}

/** Shows a value only in entries about the player; in other entries it is another person's data. */
export function ownEntriesOnly(as: string): ShownColumn {
  return { as, read: (value, row, { id }) => (row.target === id ? value : null) }
}

/**
 * Shows the fingerprint of a network or an address. For a cookie or a client token, which are secrets, shows only the
 * kind.
 */
export function deviceMark(as: string): ShownColumn {
  return { as, read: placeOf }
}

function placeOf(mark: unknown): string | null {
  if (mark === null) return null
  const [, kind, name = ''] = /^(\w+):(.*)$/s.exec(String(mark)) ?? []
  if (kind === 'place' || kind === 'address') return name
  return kind === 'launcher' ? 'a launcher' : 'a cookie of the browser'
}

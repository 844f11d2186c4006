import type { Locale } from '@portal/contract'
import type { Tables } from '../../database/tables/tables.ts'
import { isoInstant } from '../../platform/clock.ts'

/** Whose data it is. Mails are found by the address, everything else by the id. */
export type Whose = { id: string; emailKey: string | null }

export type Row = Readonly<Record<string, unknown>>

/** A column as the export shows it. */
export type Shown = {
  as: string
  read(value: unknown, row: Row, whose: Whose): unknown
  /** What the value is read together with: of the row of another table that it refers to, under this name. */
  beside?: { as: string; table: keyof Tables; key: string; column: string }
}

/** Why something is not in the export. */
export type LeftOut = { leftOut: string }

/**
 * How the rows of a table are in the export. Every column is either shown or left out for a reason, so that
 * nobody can add one and forget it.
 */
export type Part<Name extends keyof Tables = keyof Tables> = {
  /** Its name in `data.json`. */
  as: string
  /** What it is, for the README. */
  about: Readonly<Record<Locale, string>>
  /** The columns that name the player; a row belongs here if one of them does. */
  of: readonly Column<Name>[]
  /** `address`: they name the player by the e-mail address, in any letter case. */
  by?: 'address'
  /** What tells apart the rows of one player, in the order in which they are written. */
  key: readonly Column<Name>[]
  columns: { readonly [Key in Column<Name>]: Shown | LeftOut }
  /** Which rows are shown; all, unless it says otherwise. */
  isShown?(row: Row, whose: Whose): boolean
}

type Column<Name extends keyof Tables> = Name extends keyof Tables
  ? Extract<keyof Tables[Name], string>
  : never

/** Reasons that several columns share. */
export const SECRET: LeftOut = {
  leftOut: 'lets in whoever knows it, or is what such a thing is checked by',
}
export const INTERNAL: LeftOut = {
  leftOut: 'a number or mark of the program that says nothing about a person',
}
export const THEIRS: LeftOut = { leftOut: 'is the player, who knows that' }
export const SAME: LeftOut = { leftOut: 'says again what another column says' }
export const OTHERS: LeftOut = { leftOut: 'is about another person' }
export const OF_SITE: LeftOut = { leftOut: 'is a text of the site, which its pages show' }

/** Shows a value as it is stored. */
export function plain(as: string): Shown {
  return { as, read: (value) => value }
}

/** Shows an instant; null where there is none. */
export function instant(as: string): Shown {
  return { as, read: (value) => (value === null ? null : isoInstant(Number(value))) }
}

/** Shows hundredths as an amount. */
export function money(as: string): Shown {
  return { as, read: (cents) => Number(cents) / 100 }
}

/** Shows a page of the site by its address there, which says more than its id. */
export function pageAddress(as: string): Shown {
  return {
    as,
    beside: { as: 'page_slug', table: 'page', key: 'id', column: 'slug' },
    read: (_id, row) => `/pages/${row.page_slug}`,
  }
}

/** Shows whether a number is 1. */
export function flag(as: string): Shown {
  return { as, read: (value) => Number(value) === 1 }
}

/** Shows a text of JSON as what it means. */
export function json(as: string): Shown {
  return { as, read: (value) => JSON.parse(String(value)) }
}

/** Shows the name that a texture has in the archive. */
export function picture(as: string): Shown {
  return { as, read: (hash) => (hash === null ? null : pictureName(String(hash))) }
}

export function pictureName(hash: string): string {
  return `pictures/${hash.slice(0, 16)}.png`
}

/** Shows who did something, without naming other people. */
export function who(as: string): Shown {
  return { as, read: (actor, _row, whose) => whoIs(actor, whose) }
}

/** `you`, `the site's owner` by command, `a program` by an API key, `somebody else`; null: not known. */
export function whoIs(actor: unknown, whose: Whose): string | null {
  if (actor === null || actor === undefined) return null
  if (actor === whose.id) return 'you'
  if (actor === 'command') return 'the owner'
  return String(actor).startsWith('api-key:') ? 'a program' : 'somebody else'
}

import type { Locale } from './definitions.ts'

/** The kinds of settings, and the value of each. */
export type SettingValues = {
  /** From `least` to `most` characters on one line. */
  line: string
  flag: boolean
  /** Whole, from `least` to `most`. */
  number: number
  /** In the order given, none twice. */
  identifiers: string[]
  language: Locale
  /** `#rrggbb`; empty for the site's own. */
  color: string
  /** A path of this site, as of an uploaded picture, or an https URL; empty for the site's own. */
  picture: string
  /** An e-mail address; empty for none. */
  mailbox: string
  /** One of the row's `options`. */
  choice: string
  /** At most `most` characters on any number of lines; empty for the words of the pages. */
  text: string
  /** An https URL; empty for none. */
  link: string
  /** An https URL, an http one of this machine, or a path of this site; empty for none. */
  download: string
  /** An https URL, or any of a host that the environment names (ALLOW_PRIVATE_HOSTS); empty for none. */
  inquiry: string
  /** Game servers, one a line: a name and an address; at most `most`. */
  servers: string
}

export type SettingKind = keyof SettingValues

type Words = Readonly<Record<Locale, string>>

/** Everything about a setting except what it does, which is written where it is read. */
export type SettingRow = {
  [Kind in SettingKind]: { kind: Kind; default: Readonly<SettingValues[Kind]> }
}[SettingKind] & {
  most?: number
  /** The fewest characters of a line, 1 unless given; the least number, 0 unless given. */
  least?: number
  /** What a choice may be, with its words. */
  options?: Readonly<Record<string, Words>>
  /** How large a picture is made before it is uploaded: see the pages' ui/shrink-picture.ts. */
  use?: 'logo' | 'icon' | 'home'
  /** What it may hold, as the command line says it. */
  holds: string
  /** The description of the value in OpenAPI. */
  about?: string
  /** Whether everybody may read it (`/config`), and not only those who may change it. */
  isPublic: boolean
  /** Changing it may let somebody in, so it asks for a fresh proof (docs/contract.md#fresh-proof). */
  opensDoors?: true
  /** Only superusers may change it. */
  superusersOnly?: true
  /** Every superuser is told when it changes. */
  announced?: true
  /** The card of the panel's form that has its field; `launcher` is a page of its own. */
  card: 'look' | 'rules' | 'names' | 'home' | 'balances' | 'mail' | 'launcher'
  /** As in CSS: fields with a larger order come later on their card. 0 unless given. */
  order?: number
  label: Words
  hint?: Words
  /** The sentence at its field when it cannot hold what was sent. */
  wrong?: Words
}

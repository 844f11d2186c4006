import type { Locale, Words } from './locale.ts'

/** The kinds of settings, and the value of each. */
export type SettingValues = {
  /** One line of `least` to `most` characters. */
  line: string
  flag: boolean
  /** A whole number from `least` to `most`. */
  number: number
  /** A list of identifiers without duplicates, in the order of the input. */
  identifiers: string[]
  language: Locale
  /** A color as `#rrggbb`; empty for the default. */
  color: string
  /** A path on this site, such as an uploaded picture, or an https URL; empty for the default. */
  picture: string
  /** An e-mail address; empty for none. */
  mailbox: string
  /** One of the `options` of the definition. */
  choice: string
  /** At most `most` characters on any number of lines; empty for the default text. */
  text: string
  /** An https URL; empty for none. */
  link: string
  /** An https URL, an http URL of this machine, or a path on this site; empty for none. */
  download: string
  /** An https URL, or any URL of a host in ALLOW_PRIVATE_HOSTS; empty for none. */
  inquiry: string
  /** Game servers, one per line, with name and address; at most `most`. */
  servers: string
  /** Links, one per line, with title and https URL; at most `most`. */
  links: string
}

export type SettingKind = keyof SettingValues

/** The cards of the settings pages. The settings of the card `launcher` are on the page Launcher. */
export type SettingCard =
  | 'look'
  | 'pictures'
  | 'panel'
  | 'home'
  | 'servers'
  | 'links'
  | 'search'
  | 'registration'
  | 'formerSite'
  | 'signIn'
  | 'names'
  | 'profiles'
  | 'balances'
  | 'consent'
  | 'deletion'
  | 'bans'
  | 'downloads'
  | 'protocols'
  | 'mail'
  | 'webhooks'
  | 'backups'
  | 'launcher'

/** The definition of a setting; its effect is implemented where it is read. */
export type SettingDefinition = {
  [Kind in SettingKind]: { kind: Kind; default: Readonly<SettingValues[Kind]> }
}[SettingKind] & {
  most?: number
  /** Minimum length of a line (default 1), or minimum number (default 0). */
  least?: number
  /** The values of a choice with their labels. */
  options?: Readonly<Record<string, Words>>
  /** The use of a picture, which decides the size to which pages shrink it (ui/shrink-picture.ts). */
  use?: 'logo' | 'icon' | 'home'
  /** Pages edit each line of this text as a row: the English text, `|` and the Russian text. */
  rows?: 'languages'
  /** Maximum length of each text of a row. */
  mostInRow?: number
  /** The unit of a number. */
  unit?: 'days' | 'years'
  /** The meaning of 0. */
  zero?: string
  /** The meaning for documents and OpenAPI if the label is not enough. */
  description?: string
  /** Whether `/config` includes the setting, so that visitors can read it. */
  isPublic: boolean
  /** Changes may open access, so they require re-authentication (docs/contract.md#re-authentication). */
  requiresReauthentication?: true
  /** Only superusers may change it. */
  superusersOnly?: true
  /** Superusers are notified of changes. */
  notifiesSuperusers?: true
  /** The setting whose field also edits this setting. */
  partOf?: 'siteLinks'
  /** The card that shows the setting; it decides the page (web: settings/setting-pages.ts). */
  card: SettingCard
  /** Position on the card: lower numbers come first, as with `order` in CSS. Default 0. */
  order?: number
  label: Words
  /**
   * Only for a setting whose name ends in `En`: the label of the field that shows it and its `Ru` counterpart as tabs.
   */
  pairLabel?: Words
  hint?: Words
}

import { DiscordMemberTable } from '../../database/tables/discord.ts'
import { EventTable } from '../../database/tables/events.ts'
import type { Omitted, ShownColumn } from '../../database/tables/export-rules.ts'
import { AuditTable, OutboxTable } from '../../database/tables/site.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { ExportPart } from './export-part.ts'
import { isInHistory } from './history-list.ts'
import { partsOfAccount } from './parts-of-account.ts'
import { partsOfConsent } from './parts-of-consent.ts'
import { partsOfCredentials } from './parts-of-credentials.ts'
import { partsOfOpenId } from './parts-of-openid.ts'
import { partsOfPlay } from './parts-of-play.ts'

const mails = {
  as: 'mails',
  about: {
    en: 'mails to your current address in the last 30 days: their subject and when they were sent, without their text',
    ru: 'письма на вашу нынешнюю почту за последние 30 дней: о чём и когда ушли, без текста',
  },
  of: ['recipient'],
  by: 'address',
  key: ['id'],
  columns: OutboxTable,
} as const satisfies ExportPart<'outbox'>

const history = {
  as: 'history',
  about: {
    en: 'entries about your account, and your other actions on the site; `by` shows whether you acted',
    ru: 'записи о вашем аккаунте и другие ваши действия на сайте; в `by` видно, вы ли это сделали',
  },
  of: ['target', 'actor'],
  key: ['at', 'id'],
  isShown: isInHistory,
  columns: AuditTable,
} as const satisfies ExportPart<'audit'>

const events = {
  as: 'events',
  about: {
    en: 'events about you that other programs of the owner could read in the last 30 days',
    ru: 'события о вас, которые за последние 30 дней могли получить другие программы владельца',
  },
  of: ['player_id'],
  key: ['seq'],
  columns: EventTable,
} as const satisfies ExportPart<'event'>

const discordRoles = {
  as: 'discordRoles',
  about: {
    en: 'your Discord account, whose roles on the Discord server follow your roles here',
    ru: 'ваш аккаунт Discord, который получает роли в Discord по вашим ролям на сайте',
  },
  of: ['player_id'],
  key: ['discord_user'],
  columns: DiscordMemberTable,
} as const satisfies ExportPart<'discord_member'>

const NOT_PERSONAL: Omitted = { leftOut: 'concerns the site, not a person' }
const EXPIRES_DAILY: Omitted = {
  leftOut: 'counts requests and failed sign-ins, and is deleted within a day',
}

/**
 * All tables. For each: how the export of a player's data shows it, or why it is left out (docs/contract.md#export).
 * The parts of the exported file are in the order of this list.
 */
export const exportList = {
  ...partsOfAccount,
  ...partsOfCredentials,
  ...partsOfPlay,
  ...partsOfConsent,
  ...partsOfOpenId,
  outbox: mails,
  audit: history,
  event: events,
  discord_member: discordRoles,

  texture: {
    leftOut: 'is in the folder pictures, if the player wears it or has it saved',
  },
  login_miss: EXPIRES_DAILY,
  rate_limit: EXPIRES_DAILY,
  reset_request: { leftOut: 'lives for seconds, then is an entry of the history' },
  kept_answer: { leftOut: 'is encrypted, keyed by a hash, and deleted within a day' },
  burnt_attempt: { leftOut: 'is a hash of a finished attempt' },
  lost_refresh: NOT_PERSONAL,
  discord_bot: NOT_PERSONAL,
  discord_mapping: NOT_PERSONAL,
  event_consumer: NOT_PERSONAL,
  webhook: NOT_PERSONAL,
  webhook_delivery: { leftOut: 'lists which events were sent to programs of the owner' },
  event_progress: NOT_PERSONAL,
  purchase_source: NOT_PERSONAL,
  purchase_product: NOT_PERSONAL,
  purchase: { leftOut: 'lists payments, whose products are in purchases' },
  lease: { leftOut: 'concerns a running import or backup' },
  refresh_process: NOT_PERSONAL,
  process: NOT_PERSONAL,
  finding: NOT_PERSONAL,
  setting: NOT_PERSONAL,
  key_generation: NOT_PERSONAL,
  signing_key: NOT_PERSONAL,
  bundle: NOT_PERSONAL,
  page_demand: NOT_PERSONAL,
  identity_provider: NOT_PERSONAL,
  husk: { leftOut: 'contains the UUIDs of deleted players' },
  picture: NOT_PERSONAL,
  picture_use: NOT_PERSONAL,
} as const satisfies { readonly [Name in keyof Tables]: ExportPart<Name> | Omitted }

export const exportParts: readonly NamedExportPart[] = Object.entries(exportList).flatMap(
  ([table, part]) => ('leftOut' in part ? [] : [{ table, ...part }]),
)

export type NamedExportPart = {
  table: string
  as: string
  about: ExportPart['about']
  of: readonly string[]
  by?: 'address'
  key: readonly string[]
  columns: Readonly<Record<string, ShownColumn | Omitted>>
  isShown?: ExportPart['isShown']
}

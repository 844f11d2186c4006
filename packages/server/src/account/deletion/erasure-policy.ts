import type { Tables } from '../../database/tables/tables.ts'

type Table = keyof Tables

/** Tables whose rows go with their player, each by its column `player_id`. */
export const GONE = [
  'player_import',
  'session',
  'recovery_code',
  'device',
  'passkey',
  'game_join',
  'launcher_password',
  'email_code',
  'reset_link',
  'player_role',
  'player_node',
  'donate_grant',
  'ban',
  'look',
  'former_name',
  'identity',
  'export_link',
  'consent',
  'age_answer',
] as const satisfies readonly Table[]

/**
 * What becomes of a player in every other table when they are deleted (docs/contract.md#deletion). A table
 * that is in neither list does not compile.
 *
 * - `husk`: their row goes, and what is left of it is a row of `husk`.
 * - `address`: rows with an address that was theirs go.
 * - `uuid`: of them only the uuid stays.
 * - `name`: names that nobody else may take yet stay, for 90 days.
 * - `ends`: rows go by themselves within a day.
 * - `none`: there is nothing of a player in it.
 */
export const AFTERMATH = {
  player: 'husk',
  husk: 'uuid',
  kept_name: 'name',
  outbox: 'address',
  reset_request: 'address',
  audit: 'uuid',
  balance_entry: 'uuid',
  api_key: 'uuid',
  news: 'uuid',
  page: 'uuid',
  page_version: 'uuid',
  page_edition: 'uuid',
  login_miss: 'ends',
  rate_limit: 'ends',
  kept_answer: 'ends',
  burnt_attempt: 'ends',
  refresh_process: 'none',
  lost_refresh: 'none',
  lease: 'none',
  identity_provider: 'none',
  page_demand: 'none',
  key_generation: 'none',
  signing_key: 'none',
  setting: 'none',
  bundle: 'none',
  texture: 'none',
  picture: 'none',
  picture_use: 'none',
  finding: 'none',
  process: 'none',
} as const satisfies Record<
  Exclude<Table, (typeof GONE)[number]>,
  'husk' | 'address' | 'uuid' | 'name' | 'ends' | 'none'
>

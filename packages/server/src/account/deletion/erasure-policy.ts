import type { Tables } from '../../database/tables/tables.ts'

type Table = keyof Tables

/** Tables whose rows are deleted together with their player, whom the column `player_id` names. */
export const DELETED_WITH_PLAYER = [
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
  'oidc_connection',
  'oidc_payload',
  'player_activity',
  'purchase_callback',
  'staff_note',
] as const satisfies readonly Table[]

/**
 * The effect of a deletion on every other table (docs/contract.md#deletion). Code does not compile if a
 * table is in neither list.
 * - `husk`: the player's row is replaced by a tombstone, a row of `husk`.
 * - `address`: rows with an address of the player are deleted.
 * - `uuid`: rows stay, with the UUID as the only trace of the player.
 * - `name`: reserved names stay for 90 days.
 * - `ends`: rows expire within a day.
 * - `undone`: rows stay until Discord has taken the roles away, at most 30 days.
 * - `none`: rows contain nothing about players.
 */
export const ERASURE_POLICY = {
  player: 'husk',
  husk: 'uuid',
  kept_name: 'name',
  outbox: 'address',
  reset_request: 'address',
  audit: 'uuid',
  event: 'uuid',
  webhook_delivery: 'uuid',
  balance_entry: 'uuid',
  api_key: 'uuid',
  purchase_item: 'uuid',
  oidc_client: 'uuid',
  oidc_logout: 'uuid',
  news: 'uuid',
  page: 'uuid',
  page_version: 'uuid',
  page_edition: 'uuid',
  login_miss: 'ends',
  rate_limit: 'ends',
  kept_answer: 'ends',
  burnt_attempt: 'ends',
  discord_member: 'undone',
  refresh_process: 'none',
  lost_refresh: 'none',
  lease: 'none',
  webhook: 'none',
  purchase_source: 'none',
  purchase_product: 'none',
  purchase: 'none',
  discord_bot: 'none',
  discord_mapping: 'none',
  event_consumer: 'none',
  event_progress: 'none',
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
  Exclude<Table, (typeof DELETED_WITH_PLAYER)[number]>,
  'husk' | 'address' | 'uuid' | 'name' | 'ends' | 'undone' | 'none'
>

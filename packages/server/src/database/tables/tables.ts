import type {
  AgeAnswerTable,
  ConsentTable,
  NewsTable,
  PageDemandTable,
  PageEditionTable,
  PageTable,
  PageVersionTable,
} from './content.ts'
import type {
  EmailCodeTable,
  IdentityProviderTable,
  IdentityTable,
  LauncherPasswordTable,
  PasskeyTable,
  RecoveryCodeTable,
  ResetLinkTable,
} from './credentials.ts'
import type { DiscordBotTable, DiscordMappingTable, DiscordMemberTable } from './discord.ts'
import type { EventConsumerTable, EventProgressTable, EventTable } from './events.ts'
import type {
  OidcClientTable,
  OidcConnectionTable,
  OidcLogoutTable,
  OidcPayloadTable,
} from './openid.ts'
import type {
  ApiKeyTable,
  BundleTable,
  DonateGrantTable,
  PlayerNodeTable,
  PlayerRoleTable,
} from './permissions.ts'
import type { LookTable, PictureTable, TextureTable } from './pictures.ts'
import type {
  BalanceEntryTable,
  BanTable,
  ExportLinkTable,
  FormerNameTable,
  KeptNameTable,
  PlayerActivityTable,
  PlayerImportTable,
  PlayerTable,
  StaffNoteTable,
} from './players.ts'
import type {
  PurchaseCallbackTable,
  PurchaseItemTable,
  PurchaseProductTable,
  PurchaseSourceTable,
  PurchaseTable,
} from './purchases.ts'
import type { DeviceTable, GameJoinTable, RefreshProcessTable, SessionTable } from './sessions.ts'
import type {
  AuditTable,
  KeyGenerationTable,
  LeaseTable,
  OutboxTable,
  ProcessTable,
  SigningKeyTable,
} from './site.ts'
import type { WebhookDeliveryTable, WebhookTable } from './webhooks.ts'

/**
 * All tables. Instants are milliseconds since 1970; a flag is the instant when it was set, or null; money is in
 * hundredths.
 */
export type Tables = {
  player: PlayerTable
  player_import: PlayerImportTable
  kept_name: KeptNameTable
  former_name: FormerNameTable
  husk: { id: string; deleted_at: number }
  session: SessionTable
  refresh_process: RefreshProcessTable
  /**
   * Refreshes, named `<process>.<number>`, whose response did not reach the client (see
   * sessions/refresh/refresh-outcomes.ts).
   */
  lost_refresh: { step: string; lost_at: number }
  recovery_code: RecoveryCodeTable
  device: DeviceTable
  passkey: PasskeyTable
  identity_provider: IdentityProviderTable
  identity: IdentityTable
  /**
   * Used challenges of passkeys and used requests to providers, each as a hash (see credentials/passkeys/ceremony.ts).
   */
  burnt_attempt: { id: string; expires_at: number }
  game_join: GameJoinTable
  launcher_password: LauncherPasswordTable
  oidc_client: OidcClientTable
  oidc_payload: OidcPayloadTable
  oidc_connection: OidcConnectionTable
  oidc_logout: OidcLogoutTable
  login_miss: { account: string; misses: string; expires_at: number }
  rate_limit: { counter: string; calls: number; resets_at: number }
  key_generation: KeyGenerationTable
  signing_key: SigningKeyTable
  setting: { name: string; value: string }
  outbox: OutboxTable
  /** Leases of tasks that only one process at a time may run (see database/lease-store.ts). */
  lease: LeaseTable
  /** Encrypted responses to requests with an `Idempotency-Key`; `id` is a hash of the caller and the key. */
  kept_answer: { id: string; expires_at: number; sealed: string }
  audit: AuditTable
  event: EventTable
  event_consumer: EventConsumerTable
  event_progress: EventProgressTable
  discord_bot: DiscordBotTable
  discord_mapping: DiscordMappingTable
  discord_member: DiscordMemberTable
  email_code: EmailCodeTable
  reset_request: { id: string; email_key: string; ip: string }
  reset_link: ResetLinkTable
  export_link: ExportLinkTable
  bundle: BundleTable
  player_role: PlayerRoleTable
  player_node: PlayerNodeTable
  donate_grant: DonateGrantTable
  ban: BanTable
  texture: TextureTable
  look: LookTable
  picture: PictureTable
  picture_use: { holder: string; hash: string }
  api_key: ApiKeyTable
  news: NewsTable
  page: PageTable
  page_version: PageVersionTable
  page_demand: PageDemandTable
  page_edition: PageEditionTable
  consent: ConsentTable
  age_answer: AgeAnswerTable
  balance_entry: BalanceEntryTable
  player_activity: PlayerActivityTable
  staff_note: StaffNoteTable
  /** Problems that the site has detected (see admin/overview/finding-store.ts). */
  finding: { name: string; detail: string; at: number }
  process: ProcessTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
  purchase_source: PurchaseSourceTable
  purchase_product: PurchaseProductTable
  purchase: PurchaseTable
  purchase_item: PurchaseItemTable
  purchase_callback: PurchaseCallbackTable
}

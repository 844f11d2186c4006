import type {
  AgeAnswerTable,
  ConsentTable,
  NewsTable,
  PageDemandTable,
  PageEditionTable,
  PageTable,
  PageVersionTable,
} from './content.ts'
import type { ApiKeyTable, BundleTable, DonateGrantTable } from './permissions.ts'
import type { LookTable, PictureTable, TextureTable } from './pictures.ts'
import type {
  BalanceEntryTable,
  BanTable,
  DeviceTable,
  EmailCodeTable,
  FormerNameTable,
  GameJoinTable,
  IdentityProviderTable,
  IdentityTable,
  KeptNameTable,
  LauncherPasswordTable,
  PasskeyTable,
  PlayerImportTable,
  PlayerTable,
  RecoveryCodeTable,
  RefreshProcessTable,
  SessionTable,
} from './players.ts'
import type {
  AuditTable,
  KeyGenerationTable,
  LeaseTable,
  OutboxTable,
  ProcessTable,
  SigningKeyTable,
} from './site.ts'

/**
 * Everything that is stored, for both databases. Instants are epoch milliseconds, a flag is the
 * instant at which it was set (null when it is not), and money is in whole hundredths.
 */
export type Tables = {
  player: PlayerTable
  player_import: PlayerImportTable
  kept_name: KeptNameTable
  former_name: FormerNameTable
  /** What is left of a deleted player (see player/deletion/). */
  husk: { id: string; deleted_at: number }
  session: SessionTable
  refresh_process: RefreshProcessTable
  /** Steps `<process>.<number>` whose token reached nobody (see sessions/refresh/refresh-outcomes.ts). */
  lost_refresh: { step: string; lost_at: number }
  recovery_code: RecoveryCodeTable
  device: DeviceTable
  passkey: PasskeyTable
  identity_provider: IdentityProviderTable
  identity: IdentityTable
  /** Attempts with a passkey or an identity that are over, by a hash (see credentials/passkeys/ceremony.ts). */
  burnt_attempt: { id: string; expires_at: number }
  game_join: GameJoinTable
  launcher_password: LauncherPasswordTable
  login_miss: { account: string; misses: string; expires_at: number }
  rate_limit: { counter: string; calls: number; resets_at: number }
  key_generation: KeyGenerationTable
  signing_key: SigningKeyTable
  setting: { name: string; value: string }
  outbox: OutboxTable
  /** What one process at a time may do (see database/lease-store.ts). */
  lease: LeaseTable
  /** What was answered to a caller's `Idempotency-Key`, sealed; `id` is a hash of both. */
  kept_answer: { id: string; expires_at: number; sealed: string }
  audit: AuditTable
  email_code: EmailCodeTable
  reset_request: { id: string; email_key: string; ip: string }
  reset_link: { hash: string; player_id: string; created_at: number; expires_at: number }
  /** Links to a player's data (see export/). */
  export_link: { hash: string; player_id: string; created_at: number; expires_at: number }
  bundle: BundleTable
  player_role: { player_id: string; role_id: string }
  player_node: { player_id: string; node: string; expires_at: number | null }
  donate_grant: DonateGrantTable
  ban: BanTable
  texture: TextureTable
  look: LookTable
  picture: PictureTable
  /** What shows a picture: `news/<id>`, `page/<id>` (also `/<version>`) or `setting/<name>`. */
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
  /** What the site noticed about itself (see finding-store.ts). */
  finding: { name: string; detail: string; at: number }
  /** Who serves the site (see operations/heartbeat/process-store.ts). */
  process: ProcessTable
}

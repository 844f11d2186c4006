export type { BalanceEntry } from './account/balance.ts'
export type { Agreement, Consents, Owed } from './account/consent.ts'
export type { PageEdition, PlayerConsents } from './account/consent-records.ts'
export type { OwnNames } from './account/names.ts'
export { type AuditItem, MAX_AUDIT_COUNT, MAX_AUDIT_EXPORT } from './admin/audit.ts'
export type { Ban } from './admin/bans.ts'
export type { MailItem, MailTrouble } from './admin/mail.ts'
export { MAX_NOTE, type StaffNote } from './admin/notes.ts'
export type { Overview } from './admin/overview.ts'
export type { PlayerCard } from './admin/player-card.ts'
export { MAX_PLAYER_COUNT, type PlayerItem } from './admin/players.ts'
export {
  MAX_SAME_ADDRESS_COUNT,
  MAX_SAME_ADDRESS_LISTED,
  type SameAddressPlayer,
} from './admin/same-address.ts'
export { type TimelineItem, type TimelineKind, timelineKinds } from './admin/timeline.ts'
export type { AuditReaders } from './audit-action.ts'
export { type AuditAction, auditActionDefinitions } from './audit-actions.ts'
export * from './content/brand-tokens.ts'
export type { Home, ShownServer } from './content/home.ts'
export type { NewsHeadline, NewsPage } from './content/news.ts'
export { NewNews, type NewsChanges, NewsEntry } from './content/news-editor.ts'
export type { PageEntry, PageVersion } from './content/page-editor.ts'
export { NewPage, type PageChanges } from './content/page-editor.ts'
export type { PageLink, PagePlace, PublicPage } from './content/pages.ts'
export * from './content/picture-limits.ts'
export * from './content/readable-color.ts'
export type { IdentityProviderItem } from './credentials/identity-providers.ts'
export { IdentityProviderChanges, NewIdentityProvider } from './credentials/identity-providers.ts'
export type { LinkedIdentity, ShownProvider } from './credentials/linked-accounts.ts'
export { IdentityKind } from './credentials/linked-accounts.ts'
export type {
  Assertion,
  NewCredential,
  Passkey,
  PasskeyResponse,
  PasskeysUnavailableReason,
} from './credentials/passkeys.ts'
export { MAX_PASSKEYS } from './credentials/passkeys.ts'
export type { RemovedAccess } from './credentials/password.ts'
export * from './endpoint.ts'
export * as endpoints from './endpoints.ts'
export * from './field-messages.ts'
export type { ImportReport, ImportRun, ImportState } from './import/import.ts'
export * from './import/import-limits.ts'
export {
  type ImportMessage,
  type ImportMessageCode,
  type ImportMessageData,
  importMessages,
} from './import/import-messages.ts'
export {
  ApiKeyChanges,
  type ApiKeyItem,
  type ApiKeyWarning,
  apiKeyWarnings,
  NewApiKey,
} from './integrations/api-keys.ts'
export type { AzauthUser } from './integrations/azauth.ts'
export type { ReportedActivity } from './integrations/connect.ts'
export { MAX_LOOKED_UP, MAX_REPORTED } from './integrations/connect-limits.ts'
export {
  DiscordChanges,
  DiscordMapping,
  type DiscordProblem,
  type DiscordRoleProblem,
  type DiscordStatus,
} from './integrations/discord.ts'
export type { GameServices, PlayerCertificate } from './integrations/game-client.ts'
export { PLAYER_JOIN_LIMIT } from './integrations/join-limits.ts'
export type { LauncherPassword } from './integrations/launcher-passwords.ts'
export { MAX_LAUNCHER_PASSWORDS } from './integrations/launcher-passwords.ts'
export * from './integrations/launcher-products.ts'
export { GameProfile, GameSession } from './integrations/yggdrasil.ts'
export type { Locale, Words } from './locale.ts'
export * from './mail/mail-kinds.ts'
export * from './openapi.ts'
export type { AuthorizationRequest } from './openid/authorization.ts'
export {
  ClientChanges,
  type ClientItem,
  NewClient,
  OPENID_SCOPES,
  type OpenIdScope,
} from './openid/clients.ts'
export type { ConnectedApp } from './openid/connected-apps.ts'
export { DEVICE_CODE_LIMIT, type DeviceRequest } from './openid/device.ts'
export type { Checkup, System } from './operations/doctor.ts'
export * from './page-paths.ts'
export * from './pagination.ts'
export type { Grant } from './permissions/grants.ts'
export type { Rank } from './permissions/groups.ts'
export * from './permissions/rank-icons.ts'
export type { RankLook } from './permissions/rank-look.ts'
export type { Role } from './permissions/roles.ts'
export * from './permissions.ts'
export { NAME_LIMIT } from './profiles/name-limit.ts'
export type { PublicProfile } from './profiles/public-profile.ts'
export * from './profiles/texture-form.ts'
export * from './protocols.ts'
export {
  ProductMapping,
  type PurchaseItem,
  PurchaseShop,
  type PurchaseSourceItem,
} from './purchases/purchases.ts'
export * from './refusals.ts'
export * from './setting.ts'
export * from './setting-range.ts'
export * from './settings.ts'
export * from './shapes.ts'
export type { SignOutReason } from './sign-in/sign-in.ts'
export * from './slug.ts'
export {
  NewWebhook,
  WebhookChanges,
  type WebhookDelivery,
  WebhookFormat,
  type WebhookItem,
  type WebhookWithSecret,
} from './webhooks/webhooks.ts'

export type { Agreement, Consents, Owed } from './account/consent.ts'
export type { PageEdition, PlayerConsents } from './account/consent-records.ts'
export type { OwnNames } from './account/names.ts'
export { auditActions } from './audit-actions.ts'
export type { Home, ShownServer } from './content/home.ts'
export type { NewsHeadline, NewsPage } from './content/news.ts'
export { NewNews, type NewsChanges, NewsEntry } from './content/news-editor.ts'
export type { PageEntry, PageVersion } from './content/page-editor.ts'
export { NewPage, type PageChanges } from './content/page-editor.ts'
export type { PageLink, PagePlace, PublicPage } from './content/pages.ts'
export * from './content/picture-limits.ts'
export type { IdentityProviderItem } from './credentials/identity-providers.ts'
export { IdentityProviderChanges, NewIdentityProvider } from './credentials/identity-providers.ts'
export type { LinkedIdentity, ShownProvider } from './credentials/linked-accounts.ts'
export { IdentityKind } from './credentials/linked-accounts.ts'
export type {
  Assertion,
  NewCredential,
  Passkey,
  PasskeyProof,
  WhyNoPasskeys,
} from './credentials/passkeys.ts'
export { MOST_PASSKEYS } from './credentials/passkeys.ts'
export type { RemovedAccess } from './credentials/password.ts'
export type { Locale, Sentences } from './definitions.ts'
export * from './endpoint.ts'
export * as endpoints from './endpoints.ts'
export * from './errors.ts'
export * from './field-messages.ts'
export type { ImportReport, ImportRun, ImportState } from './import/import.ts'
export * from './import/import-limits.ts'
export {
  ApiKeyChanges,
  type ApiKeyItem,
  type ApiKeyWarning,
  apiKeyWarnings,
  NewApiKey,
} from './integrations/api-keys.ts'
export type { AzauthUser } from './integrations/azauth.ts'
export type { GameServices, PlayerCertificate } from './integrations/game-client.ts'
export { JOINS_OF_PLAYER } from './integrations/join-limits.ts'
export type { LauncherPassword } from './integrations/launcher-passwords.ts'
export { MOST_LAUNCHER_PASSWORDS } from './integrations/launcher-passwords.ts'
export * from './integrations/launcher-products.ts'
export { GameProfile, GameSession } from './integrations/yggdrasil.ts'
export * from './map-settings.ts'
export { NAME_LIMIT } from './name-limit.ts'
export * from './openapi.ts'
export type { Checkup, System } from './operations/doctor.ts'
export * from './pagination.ts'
export type {
  AuditItem,
  BalanceEntry,
  Ban,
  Grant,
  MailItem,
  MailTrouble,
  Overview,
  PlayerCard,
  PlayerItem,
} from './panel-shapes.ts'
export type { Group } from './permissions/groups.ts'
export type { Role } from './permissions/roles.ts'
export * from './permissions.ts'
export type { PublicProfile } from './profiles/public-profile.ts'
export * from './profiles/texture-form.ts'
export * from './protocols.ts'
export * from './setting.ts'
export * from './settings.ts'
export * from './shapes.ts'
export * from './slug.ts'

export {
  ApiKeyChanges,
  type ApiKeyItem,
  type ApiKeyWarning,
  apiKeyWarnings,
  NewApiKey,
} from './admin/api-keys.ts'
export type { PageEdition, PlayerConsents } from './admin/consents.ts'
export type { Group } from './admin/groups.ts'
export type { IdentityProviderItem } from './admin/identity-providers.ts'
export { IdentityProviderChanges, NewIdentityProvider } from './admin/identity-providers.ts'
export type { ImportReport, ImportRun, ImportState } from './admin/import.ts'
export { NewNews, type NewsChanges, NewsEntry } from './admin/news.ts'
export type { PageEntry, PageVersion } from './admin/pages.ts'
export { NewPage, type PageChanges } from './admin/pages.ts'
export type { Role } from './admin/roles.ts'
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
} from './admin/shapes.ts'
export type { Checkup, System } from './admin/system.ts'
export { auditActions } from './audit-actions.ts'
export type { Agreement, Consents, Owed } from './consents.ts'
export type { AzauthUser } from './dialect/azauth.ts'
export * from './dialects.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './field-sentences.ts'
export type { GameServices, PlayerCertificate } from './game-client.ts'
export type { Home, ShownServer } from './home.ts'
export type { LinkedIdentity, ShownProvider } from './identities.ts'
export { IdentityKind } from './identities.ts'
export * from './import-limits.ts'
export { JOINS_OF_PLAYER } from './join-limits.ts'
export type { LauncherPassword } from './launcher-passwords.ts'
export { MOST_LAUNCHER_PASSWORDS } from './launcher-passwords.ts'
export * from './launcher-products.ts'
export * from './map-settings.ts'
export { NAME_LIMIT } from './name-limit.ts'
export type { OwnNames } from './names.ts'
export type { NewsHeadline, NewsPage } from './news.ts'
export * from './openapi.ts'
export * from './page.ts'
export type { PageLink, PagePlace, PublicPage } from './pages.ts'
export type {
  Assertion,
  NewCredential,
  Passkey,
  PasskeyProof,
  WhyNoPasskeys,
} from './passkeys.ts'
export { MOST_PASSKEYS } from './passkeys.ts'
export type { RemovedAccess } from './password.ts'
export * from './permissions.ts'
export * from './picture-limits.ts'
export type { PublicProfile } from './profiles.ts'
export type { Locale, Sentences } from './refusals/sentences.ts'
export * as endpoints from './rows.ts'
export * from './setting.ts'
export * from './settings.ts'
export * from './shapes.ts'
export * from './slug.ts'
export * from './texture-form.ts'
export { GameProfile, GameSession } from './yggdrasil.ts'

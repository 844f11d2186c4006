/** Every endpoint of the site; the server serves no other. */

export * from './account/account.ts'
export * from './account/balance.ts'
export { agree, listOwed } from './account/consent.ts'
export {
  listPageEditions,
  listPlayerConsents,
  showPageEdition,
} from './account/consent-records.ts'
export { askForDeletion, cancelDeletion, showDeletion } from './account/deletion.ts'
export * from './account/email-confirmation.ts'
export { askForExport, downloadExport } from './account/export.ts'
export { changeOwnName, showOwnNames } from './account/names.ts'
export * from './account/registration.ts'
export * from './admin/audit.ts'
export * from './admin/bans.ts'
export * from './admin/mail.ts'
export * from './admin/overview.ts'
export * from './admin/players.ts'
export * from './admin/settings.ts'
export {
  newsJsonFeed,
  newsRss,
  robots,
  showHome,
  siteMap,
  webManifest,
} from './content/home.ts'
export { listPublicNews, showPublicNews } from './content/news.ts'
export {
  changeNews,
  createNews,
  deleteNews,
  listNews,
  previewNews,
  showNews,
} from './content/news-editor.ts'
export {
  changePage,
  createPage,
  deletePage,
  listPages,
  listPageVersions,
  orderPages,
  showPage,
  showPageVersion,
} from './content/page-editor.ts'
export { showPublicPage } from './content/pages.ts'
export { picture, uploadPicture } from './content/pictures.ts'
export {
  changeIdentityProvider,
  createIdentityProvider,
  deleteIdentityProvider,
  listIdentityProviders,
  testIdentityProvider,
} from './credentials/identity-providers.ts'
export {
  identityCode,
  identityLinkOptions,
  identityLogin,
  identityLoginOptions,
  linkIdentity,
  listIdentities,
  unlinkIdentity,
} from './credentials/linked-accounts.ts'
export {
  listPasskeys,
  passkeyLogin,
  passkeyLoginOptions,
  passkeyOptions,
  registerPasskey,
  removePasskey,
  renamePasskey,
} from './credentials/passkeys.ts'
export { changePassword, requestReset, resetPassword } from './credentials/password.ts'
export * from './credentials/two-factor.ts'
export {
  endImport,
  lookAtImport,
  proveImport,
  showImport,
  startImport,
  uploadImport,
} from './import/import.ts'
export {
  changeApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  showApiKey,
} from './integrations/api-keys.ts'
export { azauthLogout, azauthSignIn, azauthVerify } from './integrations/azauth.ts'
export {
  deleteGameTexture,
  issueCertificate,
  listBlockedPlayers,
  listPublicKeys,
  showGameAttributes,
  showGameServices,
  uploadGameTexture,
} from './integrations/game-client.ts'
export { gmlSignIn } from './integrations/gml.ts'
export * from './integrations/launcher.ts'
export { showLauncher } from './integrations/launcher-connection.ts'
export { downloadModule } from './integrations/launcher-module.ts'
export {
  createLauncherPassword,
  listLauncherPasswords,
  revokeLauncherPassword,
} from './integrations/launcher-passwords.ts'
export {
  askHasJoined,
  authenticateGame,
  findProfileByName,
  findProfilesByName,
  findServicesProfile,
  findServicesProfiles,
  invalidateGame,
  joinGame,
  refreshGame,
  showGameProfile,
  showYggdrasil,
  signOutGame,
  validateGame,
} from './integrations/yggdrasil.ts'
export * from './operations/backups.ts'
export { showSystem } from './operations/doctor.ts'
export { probeLauncher } from './operations/launcher-probe.ts'
export * from './operations/setup.ts'
export * from './operations/status.ts'
export * from './permissions/grants.ts'
export {
  changeGroup,
  createGroup,
  deleteGroup,
  listGroups,
  showGroup,
} from './permissions/groups.ts'
export * from './permissions/permission-list.ts'
export { changeRole, createRole, deleteRole, listRoles, showRole } from './permissions/roles.ts'
export {
  changeOwnVisibility,
  showOwnVisibility,
  showPublicProfile,
} from './profiles/public-profile.ts'
export * from './profiles/saved-skins.ts'
export {
  cslProfile,
  cslTexture,
  deleteCape,
  deleteSkin,
  playerTextures,
  render,
  texture,
  uploadCape,
  uploadSkin,
} from './profiles/textures.ts'
export * from './sessions/sessions.ts'
export * from './sign-in/sign-in.ts'

/** Every endpoint of the site; the server serves no other. */
export * from './activation.ts'
export {
  changeApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  showApiKey,
} from './admin/api-keys.ts'
export * from './admin/audit.ts'
export * from './admin/backups.ts'
export * from './admin/balance.ts'
export * from './admin/bans.ts'
export {
  listPageEditions,
  listPlayerConsents,
  showPageEdition,
} from './admin/consents.ts'
export * from './admin/grants.ts'
export { changeGroup, createGroup, deleteGroup, listGroups, showGroup } from './admin/groups.ts'
export {
  changeIdentityProvider,
  createIdentityProvider,
  deleteIdentityProvider,
  listIdentityProviders,
  testIdentityProvider,
} from './admin/identity-providers.ts'
export {
  endImport,
  lookAtImport,
  proveImport,
  showImport,
  startImport,
  uploadImport,
} from './admin/import.ts'
export { showLauncher } from './admin/launcher.ts'
export { probeLauncher } from './admin/launcher-probe.ts'
export * from './admin/mail.ts'
export {
  changeNews,
  createNews,
  deleteNews,
  listNews,
  previewNews,
  showNews,
} from './admin/news.ts'
export * from './admin/overview.ts'
export {
  changePage,
  createPage,
  deletePage,
  listPages,
  listPageVersions,
  orderPages,
  showPage,
  showPageVersion,
} from './admin/pages.ts'
export * from './admin/permissions.ts'
export * from './admin/players.ts'
export { changeRole, createRole, deleteRole, listRoles, showRole } from './admin/roles.ts'
export * from './admin/settings.ts'
export { showSystem } from './admin/system.ts'
export * from './auth.ts'
export * from './cabinet.ts'
export { agree, listOwed } from './consents.ts'
export { askForDeletion, cancelDeletion, showDeletion } from './deletion.ts'
export { azauthLogout, azauthSignIn, azauthVerify } from './dialect/azauth.ts'
export { gmlSignIn } from './dialect/gml.ts'
export { askForExport, downloadExport } from './exports.ts'
export {
  deleteGameTexture,
  issueCertificate,
  listBlockedPlayers,
  listPublicKeys,
  showGameAttributes,
  showGameServices,
  uploadGameTexture,
} from './game-client.ts'
export {
  newsJsonFeed,
  newsRss,
  robots,
  showHome,
  siteMap,
  webManifest,
} from './home.ts'
export {
  identityCode,
  identityLinkOptions,
  identityLogin,
  identityLoginOptions,
  linkIdentity,
  listIdentities,
  unlinkIdentity,
} from './identities.ts'
export * from './launcher.ts'
export { downloadModule } from './launcher-module.ts'
export {
  createLauncherPassword,
  listLauncherPasswords,
  revokeLauncherPassword,
} from './launcher-passwords.ts'
export * from './looks.ts'
export { changeOwnName, showOwnNames } from './names.ts'
export { listPublicNews, showPublicNews } from './news.ts'
export { showPublicPage } from './pages.ts'
export {
  listPasskeys,
  passkeyLogin,
  passkeyLoginOptions,
  passkeyOptions,
  registerPasskey,
  removePasskey,
  renamePasskey,
} from './passkeys.ts'
export { changePassword, requestReset, resetPassword } from './password.ts'
export { picture, uploadPicture } from './pictures.ts'
export { changeOwnVisibility, showOwnVisibility, showPublicProfile } from './profiles.ts'
export * from './public.ts'
export * from './registration.ts'
export * from './sessions.ts'
export * from './setup.ts'
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
} from './textures.ts'
export * from './two-factor.ts'
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
} from './yggdrasil.ts'

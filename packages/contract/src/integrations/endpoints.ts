export {
  changeApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  showApiKey,
} from './api-keys.ts'
export { azauthLogout, azauthSignIn, azauthVerify } from './azauth.ts'
export {
  connectBalance,
  connectBan,
  connectChangeBalance,
  connectGiveRank,
  connectTakeRank,
  connectUnban,
  lookUpPlayers,
  reportActivity,
} from './connect.ts'
export { changeDiscord, showDiscord } from './discord.ts'
export { streamEvents } from './event-stream.ts'
export {
  deleteGameTexture,
  issueCertificate,
  listBlockedPlayers,
  listPublicKeys,
  showGameAttributes,
  showGameServices,
  uploadGameTexture,
} from './game-client.ts'
export { gmlSignIn } from './gml.ts'
export * from './launcher.ts'
export { showLauncher } from './launcher-connection.ts'
export { downloadModule } from './launcher-module.ts'
export {
  createLauncherPassword,
  listLauncherPasswords,
  revokeLauncherPassword,
} from './launcher-passwords.ts'
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

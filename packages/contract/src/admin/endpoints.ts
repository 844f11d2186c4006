export { countAudit, exportAudit, listAudit } from './audit.ts'
export { banPlayer, listBanReasons, listBans, unbanPlayer } from './bans.ts'
export {
  changeMailServer,
  listMail,
  removeMailServer,
  retryMail,
  showMailServer,
  testMail,
  tryMailServer,
} from './mail.ts'
export { addNote, deleteNote } from './notes.ts'
export { showOverview } from './overview.ts'
export {
  closePlayerSessions,
  countPlayers,
  deletePlayer,
  editPlayer,
  listPlayerSessions,
  listPlayers,
  removeCapeOfPlayer,
  removeIdentities,
  removePasskeys,
  removeSkinOfPlayer,
  removeTwoFactor,
  revokeLaunchers,
  showPlayer,
} from './players.ts'
export { listSameAddressPlayers } from './same-address.ts'
export * from './site-settings.ts'
export { showTimeline } from './timeline.ts'

export { acceptAuthorization, declineAuthorization, showAuthorization } from './authorization.ts'
export {
  changeClient,
  createClient,
  listClients,
  replaceClientSecret,
  revokeClient,
} from './client-management.ts'
export { disconnectApp, listConnectedApps } from './connected-apps.ts'
export { acceptDevice, declineDevice, showDevice } from './device.ts'

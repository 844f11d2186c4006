import type { App } from '../app.ts'
import { OPENID_KEY_KEPT } from '../security/keys/signing-key.ts'
import { deleteRetiredSigningKeys } from '../security/keys/signing-key-store.ts'
import { sendLogouts } from './logout/send-logouts.ts'
import { deleteExpiredPayloads } from './storage/delete-expired-store.ts'
import { deleteUnusedGrants } from './storage/grant-store.ts'

export const jobs = (app: App) => ({
  deleteExpiredPayloads: () => deleteExpiredPayloads(app.db, app.clock.now()),
  deleteUnusedGrants: () => deleteUnusedGrants(app.db, app.clock.now()),
  deleteRetiredKeys: () => deleteRetiredSigningKeys(app.db, app.clock.now() - OPENID_KEY_KEPT),
  sendLogouts: () => sendLogouts(app),
})

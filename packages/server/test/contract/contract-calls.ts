import type { endpoints } from '@portal/contract'
import { newSetupToken } from '../../src/operations/setup/setup-token.ts'
import { undoSetup } from '../account/registration/new-site.ts'
import { keyCalls, keyOwner, keyReader } from '../integrations/api-keys/key-manager.ts'
import { openLauncher } from '../integrations/launcher/launcher-server.ts'
import { bearer, type Reply } from '../support/browser.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { accessCalls } from './access-calls.ts'
import { adminCalls } from './admin-calls.ts'
import { backupCalls } from './backup-calls.ts'
import { asSteve, cabinetCalls } from './cabinet-calls.ts'
import { connectCalls } from './connect-calls.ts'
import { consentCalls } from './consent-calls.ts'
import { deletionCalls } from './deletion-calls.ts'
import { dialectCalls } from './dialect-calls.ts'
import { discordCalls } from './discord-calls.ts'
import { exportCalls } from './export-calls.ts'
import { gameClientCalls } from './game-client-calls.ts'
import { homeCalls } from './home-calls.ts'
import { identityCalls } from './identity-calls.ts'
import { importCalls } from './import-calls.ts'
import { launcherPageCalls } from './launcher-page-calls.ts'
import { launcherPasswordCalls } from './launcher-password-calls.ts'
import { mailCalls } from './mail-calls.ts'
import { nameCalls } from './name-calls.ts'
import { newsCalls } from './news-calls.ts'
import { openidCalls } from './openid-calls.ts'
import { pageCalls } from './page-calls.ts'
import { passkeyCalls } from './passkey-calls.ts'
import { pictureCalls } from './picture-calls.ts'
import { purchaseCalls } from './purchase-calls.ts'
import { textureCalls } from './texture-calls.ts'
import { webhookCalls } from './webhook-calls.ts'
import { yggdrasilCalls } from './yggdrasil-calls.ts'

export type Name = keyof typeof endpoints
export type Call = (site: Site) => Promise<Reply>

/** A successful and a refused call of an endpoint. `never` is for endpoints that fail only during an outage. */
export type Calls = { happy: Call; refused: Call | 'never' }

/** A successful and a refused call for each endpoint. A new endpoint does not compile without them. */
export const calls: Record<Name, Calls> = {
  ...accessCalls,
  ...adminCalls,
  ...backupCalls,
  ...cabinetCalls,
  ...connectCalls,
  ...consentCalls,
  ...gameClientCalls,
  ...homeCalls,
  ...identityCalls,
  ...deletionCalls,
  ...dialectCalls,
  ...discordCalls,
  ...importCalls,
  ...launcherPageCalls,
  ...exportCalls,
  ...launcherPasswordCalls,
  ...mailCalls,
  ...nameCalls,
  ...newsCalls,
  ...openidCalls,
  ...textureCalls,
  ...pictureCalls,
  ...pageCalls,
  ...passkeyCalls,
  ...webhookCalls,
  ...purchaseCalls,
  ...yggdrasilCalls,
  login: {
    async happy(site) {
      const steve = await site.player('Steve')
      return site.browser().logIn(steve.email, PASSWORD)
    },
    refused: (site) => site.browser().logIn('Nobody', 'wrong guess'),
  },
  register: {
    happy: (site) => site.browser().post('/auth/register', account('Steve')),
    async refused(site) {
      await site.player('Steve')
      return site.browser().post('/auth/register', account('Steve'))
    },
  },
  explainSignOut: {
    async happy(site) {
      const { accessToken } = await site.player('Steve')
      return site.browser().post('/auth/ended', { access_token: accessToken })
    },
    refused: (site) => site.browser().post('/auth/ended', {}),
  },
  refresh: {
    async happy(site) {
      const { browser } = await site.player('Steve')
      return browser.refresh()
    },
    async refused(site) {
      const { browser } = await site.player('Steve')
      return browser.post('/auth/refresh')
    },
  },
  logout: {
    async happy(site) {
      const { refreshToken } = await site.player('Steve')
      return site.browser().post('/auth/logout', { refresh_token: refreshToken })
    },
    async refused(site) {
      const { browser } = await site.player('Steve')
      return browser.post('/auth/logout', undefined, { 'sec-fetch-site': 'cross-site' })
    },
  },
  launcherPing: {
    happy: async (site) => (await openLauncher(site)).ping(),
    refused: (site) => site.browser().get('/auth/launcher/ping'),
  },
  launcherAuthenticate: {
    async happy(site) {
      const steve = await site.player('Steve')
      return (await openLauncher(site)).authenticate(steve.email, PASSWORD)
    },
    refused: async (site) => (await openLauncher(site)).authenticate('Nobody', 'wrong guess'),
  },
  launcherUser: {
    async happy(site) {
      await site.player('Steve')
      return (await openLauncher(site)).user({ username: 'Steve' })
    },
    refused: async (site) => (await openLauncher(site)).user({ username: 'Nobody' }),
  },
  launcherNews: {
    happy: async (site) => (await openLauncher(site)).news(),
    refused: async (site) => (await openLauncher(site, { addresses: [] })).news(),
  },
  streamEvents: {
    happy: async (site) => (await openLauncher(site)).send('HEAD', 'events'),
    refused: async (site) => (await openLauncher(site)).send('GET', 'events?after=9'),
  },
  listApiKeys: {
    happy: async (site) => (await keyReader(site)).list(),
    refused: asSteve((steve) => keyCalls(steve).list()),
  },
  createApiKey: {
    happy: async (site) => (await keyOwner(site)).create(),
    refused: async (site) => (await keyReader(site)).create(),
  },
  showApiKey: {
    async happy(site) {
      const { key } = await openLauncher(site)
      return (await keyReader(site)).show(key.id)
    },
    refused: async (site) => (await keyReader(site)).show('unknown'),
  },
  changeApiKey: {
    async happy(site) {
      const { key } = await openLauncher(site)
      return (await keyOwner(site)).change(key.id, { addresses: [] })
    },
    refused: async (site) => (await keyOwner(site)).change('unknown', {}),
  },
  revokeApiKey: {
    async happy(site) {
      const { key } = await openLauncher(site)
      return (await keyOwner(site)).revoke(key.id)
    },
    refused: async (site) => (await keyOwner(site)).revoke('unknown'),
  },
  me: {
    happy: asSteve((steve) => steve.browser.get('/auth/me', bearer(steve.accessToken))),
    refused: (site) => site.browser().get('/auth/me'),
  },
  listSessions: {
    happy: asSteve((steve) =>
      steve.browser.post('/auth/sessions/me', undefined, bearer(steve.accessToken)),
    ),
    refused: (site) => site.browser().post('/auth/sessions/me'),
  },
  closeSession: {
    happy: asSteve(async ({ browser, accessToken }) => {
      const list = await browser.post('/auth/sessions/me', undefined, bearer(accessToken))
      return browser.delete(`/auth/sessions/${list.body.current.id}`, bearer(accessToken))
    }),
    refused: asSteve(({ browser, accessToken }) =>
      browser.delete('/auth/sessions/unknown', bearer(accessToken)),
    ),
  },
  closeOtherSessions: {
    happy: asSteve((steve) =>
      steve.browser.delete('/auth/sessions_other', bearer(steve.accessToken)),
    ),
    refused: (site) => site.browser().delete('/auth/sessions_other', bearer('garbage')),
  },
  closeAllSessions: {
    happy: asSteve((steve) =>
      steve.browser.delete('/auth/sessions_all', bearer(steve.accessToken)),
    ),
    refused: (site) => site.browser().delete('/auth/sessions_all'),
  },
  jwks: {
    happy: (site) => site.browser().get('/.well-known/jwks.json'),
    refused: 'never',
  },
  live: {
    happy: (site) => site.browser().get('/health/live'),
    refused: 'never',
  },
  ready: {
    happy: (site) => site.browser().get('/health/ready'),
    async refused(site) {
      site.app.stop()
      return site.browser().get('/health/ready')
    },
  },
  openApi: {
    happy: (site) => site.browser().get('/openapi.json'),
    refused: 'never',
  },
  siteConfig: {
    happy: (site) => site.browser().get('/config'),
    refused: 'never',
  },
  metrics: {
    happy: (site) => site.browser().get('/metrics'),
    refused: (site) => site.browser({ ip: '198.51.100.7' }).get('/metrics'),
  },
  checkSetup: {
    happy: async (site) =>
      site.browser().post('/setup/check', { token: await newSetupToken(site.app) }),
    refused: (site) => site.browser().post('/setup/check', { token: 'guessed' }),
  },
  setUpSite: {
    async happy(site) {
      await undoSetup(site)
      return site.browser().post('/setup/finish', {
        ...account('Owner'),
        token: await newSetupToken(site.app),
        siteName: 'Blocks',
        defaultLanguage: 'en',
      })
    },
    refused: (site) =>
      site.browser().post('/setup/finish', {
        ...account('Owner'),
        token: 'guessed',
        siteName: 'Blocks',
        defaultLanguage: 'en',
      }),
  },
}

function account(username: string) {
  return { username, email: `${username}@example.org`, password: PASSWORD }
}

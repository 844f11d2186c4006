import type { endpoints } from '@portal/contract'
import { SECOND } from '../src/platform/clock.ts'
import { changeSetting } from '../src/settings/change-setting.ts'
import { newSetupToken } from '../src/setup/setup-token.ts'
import { stepAt, totpCode } from '../src/two-factor/totp.ts'
import { accessCalls } from './access-calls.ts'
import { adminCalls } from './admin-calls.ts'
import { fromBase32 } from './authenticator.ts'
import { bearer, type Reply } from './browser.ts'
import { keyCalls, keyOwner, keyReader } from './key-manager.ts'
import { openLauncher } from './launcher-server.ts'
import { newsEditor } from './news-editor.ts'
import { PASSWORD, type Site } from './site.ts'
import { capeFile, hashOf, putCape, putSkin, skinFile } from './wardrobe.ts'

export type Name = keyof typeof endpoints
export type Call = (site: Site) => Promise<Reply>

/** `refused: 'never'` is for rows that refuse nobody; only an outage of ours keeps them from answering. */
export type Calls = { happy: Call; refused: Call | 'never' }

/** One good and one refused call for every row. A new row does not compile, and fails, without its own. */
export const calls: Record<Name, Calls> = {
  ...accessCalls,
  ...adminCalls,
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
  verify: {
    async happy(site) {
      const steve = await newcomer(site)
      return steve.browser.post(
        '/auth/verify',
        { code: await codeTo(site, steve.email) },
        steve.headers,
      )
    },
    async refused(site) {
      const steve = await newcomer(site)
      return steve.browser.post('/auth/verify', { code: 'wrong' }, steve.headers)
    },
  },
  resend: {
    async happy(site) {
      const steve = await newcomer(site)
      return steve.browser.get('/auth/resend', steve.headers)
    },
    refused: asSteve((steve) => steve.browser.get('/auth/resend', bearer(steve.accessToken))),
  },
  changeEmail: {
    happy: asSteve((steve) => changeEmail(steve, PASSWORD)),
    refused: asSteve((steve) => changeEmail(steve, 'not my password')),
  },
  verifyEmailChange: {
    async happy(site) {
      const steve = await site.player('Steve')
      await changeEmail(steve, PASSWORD)
      const body = { code: await codeTo(site, 'new@example.org') }
      return steve.browser.post('/cabinet/email/verify', body, bearer(steve.accessToken))
    },
    refused: asSteve((steve) =>
      steve.browser.post('/cabinet/email/verify', { code: '1' }, bearer(steve.accessToken)),
    ),
  },
  requestReset: {
    happy: (site) => site.browser().post('/auth/reset', { email: 'steve@example.org' }),
    refused: (site) => site.browser().post('/auth/reset', { email: 'nobody' }),
  },
  resetPassword: {
    async happy(site) {
      await site.player('Steve')
      await site.browser().post('/auth/reset', { email: 'steve@example.org' })
      const [mail] = await site.mails()
      const hash = /hash=([\w-]+)/.exec(mail?.text ?? '')?.[1]
      return site.browser().post('/auth/password', { hash, password: 'a wholly different one' })
    },
    refused: (site) => site.browser().post('/auth/password', { hash: 'unknown' }),
  },
  changePassword: {
    happy: asSteve((steve) => changePassword(steve, PASSWORD)),
    refused: asSteve((steve) => changePassword(steve, 'not my password')),
  },
  generateTwoFactor: {
    happy: asSteve((steve) =>
      steve.browser.get('/cabinet/2fa/generate', bearer(steve.accessToken)),
    ),
    async refused(site) {
      const steve = await newcomer(site)
      return steve.browser.get('/cabinet/2fa/generate', steve.headers)
    },
  },
  enableTwoFactor: {
    happy: (site) => site.player('Steve').then((steve) => enableTwoFactor(site, steve)),
    refused: asSteve((steve) =>
      steve.browser.post('/cabinet/2fa/enable', { code: '000000' }, bearer(steve.accessToken)),
    ),
  },
  checkSetup: {
    happy: async (site) =>
      site.browser().post('/setup/check', { token: await newSetupToken(site.app) }),
    refused: (site) => site.browser().post('/setup/check', { token: 'guessed' }),
  },
  setUpSite: {
    happy: async (site) =>
      site.browser().post('/setup/finish', {
        ...account('Owner'),
        token: await newSetupToken(site.app),
        siteName: 'Blocks',
        defaultLanguage: 'en',
      }),
    refused: (site) =>
      site.browser().post('/setup/finish', {
        ...account('Owner'),
        token: 'guessed',
        siteName: 'Blocks',
        defaultLanguage: 'en',
      }),
  },
  disableTwoFactor: {
    async happy(site) {
      const steve = await site.player('Steve')
      const { body } = await steve.browser.get('/cabinet/2fa/generate', bearer(steve.accessToken))
      const code = () => totpCode(fromBase32(body.secret), stepAt(site.now()))
      await steve.browser.post('/cabinet/2fa/enable', { code: code() }, bearer(steve.accessToken))
      site.wait(30 * SECOND)
      return steve.browser.post('/cabinet/2fa/disable', { code: code() }, bearer(steve.accessToken))
    },
    refused: asSteve((steve) =>
      steve.browser.post('/cabinet/2fa/disable', { code: '000000' }, bearer(steve.accessToken)),
    ),
  },
  listNews: {
    happy: asEditor(({ list }) => list()),
    refused: asEditor(({ list }) => list({ limit: '0' })),
  },
  createNews: {
    happy: asEditor(({ create }) => create({ title: 'Season two', body: 'It *begins*.' })),
    refused: asEditor(({ create }) => create({ title: '<br>', body: '' })),
  },
  showNews: {
    happy: asEditor(async ({ show, written }) => show((await written()).id)),
    refused: asEditor(({ show }) => show('unknown')),
  },
  changeNews: {
    happy: asEditor(async ({ change, written }) => change((await written()).id, { tag: 'Update' })),
    refused: asEditor(({ change }) => change('unknown', { tag: 'Update' })),
  },
  deleteNews: {
    happy: asEditor(async (editor) => editor.delete((await editor.written()).id)),
    refused: (site) => site.browser().delete('/admin/news/unknown'),
  },
  listPublicNews: {
    happy: asEditor(async ({ written, browser }) => {
      await written()
      return browser.get('/public/news')
    }),
    refused: (site) => site.browser().get('/public/news?limit=0'),
  },
  showPublicNews: {
    happy: asEditor(async ({ written, browser }) =>
      browser.get(`/public/news/${(await written()).id}`),
    ),
    refused: (site) => site.browser().get('/public/news/unknown'),
  },
  uploadSkin: {
    happy: asSteve((steve) => putSkin(steve, skinFile(1), { slim: 'true' })),
    refused: asSteve((steve) => putSkin(steve, Buffer.from('GIF89a'))),
  },
  uploadCape: {
    happy: asSteve((steve) => putCape(steve, capeFile(1))),
    refused: asSteve((steve) => putCape(steve, skinFile(1))),
  },
  deleteSkin: {
    happy: asSteve((steve) => steve.browser.delete('/cabinet/skin', bearer(steve.accessToken))),
    refused: (site) => site.browser().delete('/cabinet/skin'),
  },
  deleteCape: {
    happy: asSteve((steve) => steve.browser.delete('/cabinet/cape', bearer(steve.accessToken))),
    refused: (site) => site.browser().delete('/cabinet/cape'),
  },
  texture: {
    happy: asDressed((steve) => steve.browser.get(`/textures/${steve.skinHash}`)),
    refused: (site) => site.browser().get(`/textures/${'0'.repeat(64)}`),
  },
  playerTextures: {
    happy: asDressed((steve) => steve.browser.get('/textures/player/Steve')),
    refused: 'never',
  },
  cslProfile: {
    happy: asDressed((steve) => steve.browser.get('/csl/Steve.json')),
    refused: (site) => site.browser().get('/csl/Nobody.json'),
  },
  cslTexture: {
    happy: asDressed((steve) => steve.browser.get(`/csl/textures/${steve.skinHash}`)),
    refused: (site) => site.browser().get('/csl/textures/unknown'),
  },
  render: {
    happy: asDressed((steve) => steve.browser.get('/render/body/Steve?size=32')),
    refused: (site) => site.browser().get('/render/body/Steve?size=17'),
  },
}

function account(username: string) {
  return { username, email: `${username}@example.org`, password: PASSWORD }
}

function asSteve(call: (steve: Awaited<ReturnType<Site['player']>>) => Promise<Reply>): Call {
  return async (site) => call(await site.player('Steve'))
}

function asEditor(call: (editor: Awaited<ReturnType<typeof newsEditor>>) => Promise<Reply>): Call {
  return async (site) => call(await newsEditor(site))
}

type Steve = Awaited<ReturnType<Site['player']>>

/** Steve with a skin and a cape. */
function asDressed(call: (steve: Steve & { skinHash: string }) => Promise<Reply>): Call {
  return asSteve(async (steve) => {
    await putCape(steve, capeFile(1))
    const { body } = await putSkin(steve, skinFile(1))
    return call({ ...steve, skinHash: hashOf(body.textures.skin.url) })
  })
}

/** A player who has to confirm his address first. */
async function newcomer(site: Site) {
  const by = { actor: 'command', ip: null }
  await changeSetting(site.app, { name: 'emailConfirmation', text: 'on' }, by)
  const steve = await site.player('Steve')
  return { ...steve, headers: bearer(steve.accessToken) }
}

async function codeTo(site: Site, address: string): Promise<string | undefined> {
  const mails = (await site.mails()).filter(({ to }) => to?.[0]?.address === address)
  return /\b\d{6}\b/.exec(mails.at(-1)?.subject ?? '')?.[0]
}

function changeEmail(steve: Steve, password: string): Promise<Reply> {
  const body = { email: 'new@example.org', password }
  return steve.browser.post('/cabinet/email', body, bearer(steve.accessToken))
}

function changePassword(steve: Steve, current: string): Promise<Reply> {
  const body = { current, password: 'a wholly different one' }
  return steve.browser.post('/cabinet/password', body, bearer(steve.accessToken))
}

async function enableTwoFactor(site: Site, steve: Steve): Promise<Reply> {
  const headers = bearer(steve.accessToken)
  const { body } = await steve.browser.get('/cabinet/2fa/generate', headers)
  const code = totpCode(fromBase32(body.secret), stepAt(site.now()))
  return steve.browser.post('/cabinet/2fa/enable', { code }, headers)
}

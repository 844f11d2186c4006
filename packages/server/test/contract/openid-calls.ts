import { newDeviceClient, startDevice } from '../openid/device-client.ts'
import {
  authorize,
  authorizeUrl,
  follow,
  NEW_CLIENT,
  newRelyingParty,
} from '../openid/relying-party.ts'
import { owner } from '../support/administrator.ts'
import { bearer } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import type { Calls, Name } from './contract-calls.ts'

/** A successful and a refused call for each endpoint about signing in to other programs. */
export const openidCalls = {
  listClients: {
    happy: async (site) => (await ownerWithClient(site)).get('/admin/clients'),
    refused: (site) => site.browser().get('/admin/clients'),
  },
  createClient: {
    happy: async (site) => (await owner(site)).send('POST', '/admin/clients', NEW_CLIENT),
    async refused(site) {
      const imitation = { ...NEW_CLIENT, name: 'Admin panel' }
      return (await owner(site)).send('POST', '/admin/clients', imitation)
    },
  },
  changeClient: {
    async happy(site) {
      const notch = await ownerWithClient(site)
      return notch.send('PATCH', notch.path, { trusted: true })
    },
    refused: async (site) => (await owner(site)).send('PATCH', '/admin/clients/none', {}),
  },
  replaceClientSecret: {
    async happy(site) {
      const notch = await ownerWithClient(site)
      return notch.send('POST', `${notch.path}/secret`)
    },
    refused: async (site) => (await owner(site)).send('POST', '/admin/clients/none/secret'),
  },
  revokeClient: {
    async happy(site) {
      const notch = await ownerWithClient(site)
      return notch.send('DELETE', notch.path)
    },
    refused: async (site) => (await owner(site)).send('DELETE', '/admin/clients/none'),
  },
  showAuthorization: {
    async happy(site) {
      const { browser, page } = await openRequest(site)
      return browser.get(`${page}/request`)
    },
    refused: (site) => site.browser().get('/authorize/nothing/request'),
  },
  acceptAuthorization: {
    async happy(site) {
      const { browser, page, accessToken } = await openRequest(site)
      return browser.post(`${page}/request`, undefined, bearer(accessToken))
    },
    refused: (site) => site.browser().post('/authorize/nothing/request'),
  },
  declineAuthorization: {
    async happy(site) {
      const { browser, page } = await openRequest(site)
      return browser.delete(`${page}/request`)
    },
    refused: (site) => site.browser().delete('/authorize/nothing/request'),
  },
  listConnectedApps: {
    async happy(site) {
      const { browser, accessToken } = await connectedSteve(site)
      return browser.get('/cabinet/connected-apps', bearer(accessToken))
    },
    refused: (site) => site.browser().get('/cabinet/connected-apps'),
  },
  disconnectApp: {
    async happy(site) {
      const { browser, accessToken, clientId } = await connectedSteve(site)
      return browser.delete(`/cabinet/connected-apps/${clientId}`, bearer(accessToken))
    },
    refused: (site) => site.browser().delete('/cabinet/connected-apps/nothing'),
  },
  showDevice: {
    happy: (site) => answerDevice(site, 'request'),
    refused: (site) => site.browser().post('/device/request', { userCode: 'BCDFGHJK' }),
  },
  acceptDevice: {
    happy: (site) => answerDevice(site, 'accept'),
    refused: (site) => site.browser().post('/device/accept', { userCode: 'BCDFGHJK' }),
  },
  declineDevice: {
    happy: (site) => answerDevice(site, 'decline'),
    refused: (site) => site.browser().post('/device/decline', { userCode: 'BCDFGHJK' }),
  },
} satisfies Partial<Record<Name, Calls>>

async function ownerWithClient(site: Site) {
  const { clientId } = await newRelyingParty(site)
  return { ...(await owner(site)), path: `/admin/clients/${clientId}` }
}

async function openRequest(site: Site) {
  const steve = await site.player('Steve')
  const at = await follow(steve.browser, authorizeUrl(await newRelyingParty(site)))
  return { ...steve, page: at.pathname }
}

async function answerDevice(site: Site, answer: string) {
  const steve = await site.player('Steve')
  const { user_code } = (await startDevice(site, await newDeviceClient(site))).body
  const given = { userCode: user_code }
  return steve.browser.post(`/device/${answer}`, given, bearer(steve.accessToken))
}

async function connectedSteve(site: Site) {
  const client = await newRelyingParty(site)
  const steve = await site.player('Steve')
  await authorize(steve, client)
  return { ...steve, ...client }
}

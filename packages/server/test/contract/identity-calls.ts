import {
  linkByTelegram,
  logInByTelegram,
  signed,
  steveAt,
  TELEGRAM,
} from '../credentials/linked-accounts/by-telegram.ts'
import {
  beginLink,
  finishLink,
  ownerWithProvider,
} from '../credentials/linked-accounts/with-identity.ts'
import { enableTwoFactor } from '../sign-in/sign-in-surfaces.ts'
import { owner } from '../support/administrator.ts'
import { bearer, type Reply } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import type { Calls, Name } from './contract-calls.ts'

const PATH = '/admin/identity-providers'

/** A successful and a refused call for each endpoint about linked accounts. */
export const identityCalls = {
  identityLoginOptions: {
    async happy(site) {
      await ownerWithProvider(site, TELEGRAM)
      return site.browser().post('/auth/identity/telegram/options', { next: '/cabinet' })
    },
    refused: (site) => site.browser().post('/auth/identity/nowhere/options'),
  },
  identityLogin: {
    async happy(site) {
      await linkedSteve(site)
      return logInByTelegram(site.browser(), signed(steveAt(site.now(), { more: 1 })))
    },
    refused: (site) => site.browser().post('/auth/identity/nowhere/login', { query: '' }),
  },
  identityCode: {
    async happy(site) {
      const steve = await linkedSteve(site)
      const totp = await enableTwoFactor(site, steve)
      const result = signed(steveAt(site.now(), { more: 1 }))
      const { body } = await logInByTelegram(site.browser(), result)
      return site.browser().post('/auth/identity/code', { ticket: body.ticket, totp: totp() })
    },
    refused: (site) =>
      site.browser().post('/auth/identity/code', { ticket: 'a.b.c.d', totp: '123456' }),
  },
  listIdentities: {
    async happy(site) {
      const { browser, accessToken } = await linkedSteve(site)
      return browser.get('/identities', bearer(accessToken))
    },
    refused: (site) => site.browser().get('/identities'),
  },
  identityLinkOptions: {
    async happy(site) {
      await ownerWithProvider(site, TELEGRAM)
      return beginLink(await site.player('Steve'), 'telegram')
    },
    refused: async (site) => beginLink(await site.player('Steve'), 'nowhere'),
  },
  linkIdentity: {
    happy: async (site) => (await linkedSteve(site)).linked,
    async refused(site) {
      await ownerWithProvider(site, TELEGRAM)
      const back = new URL('http://localhost:8080/linked/telegram?state=made-up')
      return finishLink(await site.player('Steve'), back, 'telegram')
    },
  },
  unlinkIdentity: {
    async happy(site) {
      const { browser, accessToken } = await linkedSteve(site)
      return browser.delete('/identities/telegram', bearer(accessToken))
    },
    async refused(site) {
      const { browser, accessToken } = await site.player('Steve')
      return browser.delete('/identities/telegram', bearer(accessToken))
    },
  },
  removeIdentities: {
    async happy(site) {
      const steve = await linkedSteve(site)
      return steve.notch.send('DELETE', `/admin/players/${steve.id}/identities`)
    },
    async refused(site) {
      return (await owner(site)).send('DELETE', '/admin/players/unknown/identities')
    },
  },
  listIdentityProviders: {
    happy: async (site) => (await ownerWithProvider(site, TELEGRAM)).get(PATH),
    refused: (site) => site.browser().get(PATH),
  },
  createIdentityProvider: {
    happy: async (site) => (await owner(site)).send('POST', PATH, TELEGRAM),
    refused: async (site) => (await ownerWithProvider(site, TELEGRAM)).send('POST', PATH, TELEGRAM),
  },
  changeIdentityProvider: {
    happy: (site) => onTelegram(site, 'PATCH', '', { name: 'The messenger' }),
    refused: async (site) =>
      (await owner(site)).send('PATCH', `${PATH}/nowhere`, { name: 'The messenger' }),
  },
  deleteIdentityProvider: {
    happy: (site) => onTelegram(site, 'DELETE'),
    refused: async (site) => (await owner(site)).send('DELETE', `${PATH}/nowhere`),
  },
  testIdentityProvider: {
    happy: (site) => onTelegram(site, 'POST', '/test'),
    refused: async (site) => (await owner(site)).send('POST', `${PATH}/nowhere/test`),
  },
} as const satisfies Partial<Record<Name, Calls>>

async function linkedSteve(site: Site) {
  const notch = await ownerWithProvider(site, TELEGRAM)
  const steve = await site.player('Steve')
  return { ...steve, notch, linked: await linkByTelegram(steve, site.now()) }
}

async function onTelegram(
  site: Site,
  method: 'POST' | 'PATCH' | 'DELETE',
  more = '',
  body?: object,
): Promise<Reply> {
  const notch = await ownerWithProvider(site, TELEGRAM)
  return notch.send(method, `${PATH}/telegram${more}`, body)
}

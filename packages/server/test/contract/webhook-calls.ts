import { numberEvents, readNumbering } from '../../src/events/event-store.ts'
import { addDeliveries } from '../../src/webhooks/delivery-store.ts'
import { owner } from '../support/administrator.ts'
import type { Site } from '../support/site.ts'
import type { Calls, Name } from './contract-calls.ts'

const PATH = '/admin/webhooks'
const WEBHOOK = { name: 'Bot', url: 'https://203.0.113.7/hook', events: ['player.banned'] }

/** A successful and a refused call for each endpoint about webhooks. */
export const webhookCalls = {
  listWebhooks: {
    happy: async (site) => (await ownerWithWebhook(site)).get(PATH),
    refused: (site) => site.browser().get(PATH),
  },
  createWebhook: {
    happy: async (site) => (await owner(site)).send('POST', PATH, WEBHOOK),
    refused: async (site) =>
      (await owner(site)).send('POST', PATH, { ...WEBHOOK, url: 'https://127.0.0.1/hook' }),
  },
  changeWebhook: {
    async happy(site) {
      const notch = await ownerWithWebhook(site)
      return notch.send('PATCH', `${PATH}/${notch.webhook}`, { newSecret: true })
    },
    refused: async (site) => (await owner(site)).send('PATCH', `${PATH}/nowhere`, { name: 'A' }),
  },
  deleteWebhook: {
    async happy(site) {
      const notch = await ownerWithWebhook(site)
      return notch.send('DELETE', `${PATH}/${notch.webhook}`)
    },
    refused: async (site) => (await owner(site)).send('DELETE', `${PATH}/nowhere`),
  },
  testWebhook: {
    async happy(site) {
      const notch = await ownerWithWebhook(site, 'http://127.0.0.1:9')
      return notch.send('POST', `${PATH}/${notch.webhook}/test`)
    },
    refused: async (site) => (await owner(site)).send('POST', `${PATH}/nowhere/test`),
  },
  listDeliveries: {
    async happy(site) {
      const notch = await ownerWithDelivery(site)
      return notch.get(`${PATH}/${notch.webhook}/deliveries`)
    },
    refused: async (site) => (await owner(site)).get(`${PATH}/nowhere/deliveries`),
  },
  resendDelivery: {
    async happy(site) {
      const notch = await ownerWithDelivery(site)
      const { body } = await notch.get(`${PATH}/${notch.webhook}/deliveries`)
      return notch.send('POST', `/admin/deliveries/${body.items[0].id}/resend`)
    },
    refused: async (site) => (await owner(site)).send('POST', '/admin/deliveries/nothing/resend'),
  },
} satisfies Partial<Record<Name, Calls>>

async function ownerWithWebhook(site: Site, url = WEBHOOK.url) {
  const notch = await owner(site)
  if (url.startsWith('http:')) {
    await notch.send('PATCH', '/admin/settings', { allowedWebhookHosts: new URL(url).hostname })
  }
  const { body } = await notch.send('POST', PATH, { ...WEBHOOK, url })
  return { ...notch, webhook: String(body.id) }
}

async function ownerWithDelivery(site: Site) {
  const notch = await ownerWithWebhook(site)
  const { id } = await site.player('Steve')
  await notch.send('POST', `/admin/players/${id}/ban`, { reason: 'spam', expiresAt: null })
  while ((await numberEvents(site.app.db)) > 0);
  const { lastNumber } = await readNumbering(site.app.db)
  await addDeliveries(site.app.db, lastNumber, site.now())
  return notch
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { change } from '../../src/audit/change.ts'
import { createWebhook } from '../../src/webhooks/change-webhook.ts'
import type { Site } from '../support/site.ts'
import { bodyOf, openStubServer } from '../support/stub-server.ts'

export type Received = {
  headers: IncomingMessage['headers']
  body: string
  id: string
  text: string
}

type Answer = (received: Received, response: ServerResponse) => void

const OK: Answer = (_received, response) => void response.writeHead(204).end()

/** Opens a receiver of webhooks, which stores what it receives. */
export async function openReceiver(answer: Answer = OK) {
  const received: Received[] = []
  const server = await openStubServer(async (request, response) => {
    const body = await bodyOf(request)
    const id = String(request.headers['webhook-id'])
    const one = { headers: request.headers, body, id, text: String(JSON.parse(body).data?.id) }
    received.push(one)
    answer(one, response)
  })
  return {
    url: `${server.url}/hook`,
    received,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** Allows webhooks to this machine. */
export const LOCAL = { settings: { allowedWebhookHosts: '127.0.0.1' } }

/** Creates a webhook and starts to send. */
export async function addWebhook(site: Site, url: string, name = 'Bot') {
  const made = await createWebhook(site.app, COMMAND_LINE, { name, url })
  for (const { app } of site.instances) await app.webhooks.start()
  return { id: made.webhook.id, secret: made.secret ?? '' }
}

/** Records events of the site, each with its text. */
export async function emit(site: Site, ids: readonly string[], instance = 0): Promise<void> {
  const app = site.instances[instance]?.app ?? site.app
  for (const id of ids) {
    await change(app, COMMAND_LINE, async (work) => work.emit('role.changed', { id }))
  }
}

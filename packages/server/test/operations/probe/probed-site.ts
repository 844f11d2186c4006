import { once } from 'node:events'
import type { Checkup, LauncherProduct } from '@portal/contract'
import type { Site } from '../../support/site.ts'
import { openStubServer } from '../../support/stub-server.ts'

/** Sets PUBLIC_URL of all instances to the last instance. */
export async function openAtPublicUrl(site: Site): Promise<void> {
  const last = site.instances.at(-1)
  const url = await last?.server.listen({ host: '127.0.0.1', port: 0 })
  for (const { app } of site.instances) app.config.publicUrl = url ?? ''
}

/** Puts a proxy that changes responses before a site at PUBLIC_URL. */
export async function openProxy(
  site: Site,
  change: (asked: { url: string; headers: Record<string, unknown> }) => string | undefined,
) {
  const proxy = await openStubServer(async (request, response) => {
    const headers = { ...request.headers }
    const said = change({ url: request.url ?? '/', headers })
    if (said !== undefined) return void response.writeHead(403).end(said)
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    await once(request, 'end')
    const { method = 'GET', url = '/' } = request
    const reply = await site.server.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers,
      payload: Buffer.concat(chunks),
    })
    response.writeHead(reply.statusCode, { 'content-type': reply.headers['content-type'] ?? '' })
    response.end(reply.rawPayload)
  })
  site.app.config.publicUrl = proxy.url
  return proxy
}

/** Returns the result of each step as text. */
export function printedSteps(steps: readonly Checkup[]): string {
  return steps.map(({ id, state }) => `${id} ${state}`).join(', ')
}

export const EVERY_STEP: Record<LauncherProduct, string> = {
  laminara: all('address key sign-in wrong-password skin access two-factor'),
  aurora: all('address key sign-in wrong-password skin access two-factor'),
  own: all('address key sign-in wrong-password skin access two-factor'),
  gml: all('address sign-in wrong-password skin access two-factor'),
  azauth: all('address azauth sign-in wrong-password verify logout skin access two-factor'),
  gravit: all('address skin'),
  authlib: all('address yggdrasil sign-in wrong-password skin join access two-factor'),
}

function all(steps: string): string {
  return steps
    .split(' ')
    .map((step) => `${step} good`)
    .join(', ')
}

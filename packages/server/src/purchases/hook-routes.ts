import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { route } from '../http/route.ts'
import { receiveEasyDonate } from './receive-easydonate.ts'
import { receiveTebex } from './receive-tebex.ts'

/** The endpoints that shops call when a payment changes (docs/purchases.md). */
export function hookRoutes(app: App) {
  return {
    receiveTebex: route(endpoints.receiveTebex, ({ params, raw: body, client, request }) => {
      const signature = String(request.headers['x-signature'] ?? '')
      return receiveTebex(app, { hook: params.hook, body, ip: client.ip, signature })
    }),

    receiveEasyDonate: route(endpoints.receiveEasyDonate, ({ params, raw: body, client }) =>
      receiveEasyDonate(app, { hook: params.hook, body, ip: client.ip }),
    ),
  }
}

import Type from 'typebox'
import { endpoint } from '../endpoint.ts'

const hook = {
  method: 'POST',
  caller: 'anyone',
  raw: true,
  params: Type.Object({ hook: Type.String({ description: 'the secret part of the URL' }) }),
  limits: [
    { name: 'purchase-refusals', calls: 120, perSeconds: 60, per: 'ip', counts: 'refusals' },
  ],
  status: 200,
} as const

export const receiveTebex = endpoint({
  name: 'receiveTebex',
  summary: 'Receive a payment, a refund, a dispute or a subscription from Tebex',
  path: '/hooks/tebex/:hook',
  ...hook,
  reply: Type.Object({
    id: Type.Optional(Type.String({ description: 'the id of a `validation.webhook`' })),
  }),
  errors: ['request.notfound', 'request.invalid', 'purchase.signature'],
})

export const receiveEasyDonate = endpoint({
  name: 'receiveEasyDonate',
  summary: 'Receive a payment from EasyDonate, and read it from the shop',
  path: '/hooks/easydonate/:hook',
  ...hook,
  reply: Type.Object({}),
  errors: [
    'request.notfound',
    'request.invalid',
    'purchase.signature',
    'purchase.unknown',
    'purchase.shopaway',
  ],
})

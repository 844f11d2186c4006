import Type, { type Static } from 'typebox'
import { endpoint, type Limit } from '../endpoint.ts'
import { Instant, text } from '../shapes.ts'
import { Step } from './authorization.ts'

const body = Type.Object({
  userCode: text({
    minLength: 8,
    maxLength: 16,
    description: 'the eight letters on the other device; case and dashes do not matter',
  }),
})

/** Limits the wrong codes of an address. The three endpoints share the limit. */
const limits = [
  { name: 'device-codes', calls: 5, perSeconds: 60, per: 'ip', counts: 'refusals' },
] as const satisfies Limit[]

/** Limits the wrong codes of all addresses together, so that an attacker with many addresses cannot guess codes. */
export const DEVICE_CODE_LIMIT: Limit = {
  name: 'device-codes-everywhere',
  calls: 1000,
  perSeconds: 60,
  per: 'player',
  counts: 'refusals',
}

/** A device that waits for a player to enter its code (RFC 8628). */
export type DeviceRequest = Static<typeof DeviceRequest>
const DeviceRequest = Type.Object({
  client: Type.Object({ id: Type.String(), name: Type.String() }),
  scopes: Type.Array(Type.String()),
  ip: Type.String({ description: 'the address of the device' }),
  device: Type.String({ description: 'the name of the device' }),
  requestedAt: Instant,
  step: Step,
})

export const showDevice = endpoint({
  name: 'showDevice',
  summary: 'The device that waits with a code, and what the player must do next',
  method: 'POST',
  path: '/device/request',
  caller: 'player',
  changes: false,
  limits,
  body,
  status: 200,
  reply: DeviceRequest,
  errors: ['openid.wrongcode'],
})

const Answered = Type.Object({ client: Type.String({ description: 'the name of the program' }) })

export const acceptDevice = endpoint({
  name: 'acceptDevice',
  summary: 'Sign in on the device that shows a code',
  method: 'POST',
  path: '/device/accept',
  caller: 'player',
  limits,
  body,
  status: 200,
  reply: Answered,
  errors: [
    'openid.wrongcode',
    'openid.notallowed',
    'auth.proofrequired',
    'auth.2farequired',
    'auth.userblocked',
  ],
})

export const declineDevice = endpoint({
  name: 'declineDevice',
  summary: 'Refuse the device that shows a code',
  method: 'POST',
  path: '/device/decline',
  caller: 'player',
  limits,
  body,
  status: 200,
  reply: Answered,
  errors: ['openid.wrongcode'],
})

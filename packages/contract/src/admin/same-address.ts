import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant, Uuid } from '../shapes.ts'

/** The reply lists at most this many accounts. */
export const MAX_SAME_ADDRESS_LISTED = 50

/** Counting stops at the first address that reaches this many accounts. */
export const MAX_SAME_ADDRESS_COUNT = 1000

export type SameAddressPlayer = Static<typeof SameAddressPlayer>
export const SameAddressPlayer = Type.Object({
  uuid: Uuid,
  username: Type.String(),
  lastSeenAt: {
    ...Instant,
    description: 'the last sign-in of this player from one of the addresses',
  },
  banned: Type.Boolean(),
})

export const listSameAddressPlayers = endpoint({
  name: 'listSameAddressPlayers',
  summary:
    'Other players who signed in from the IP addresses of this player; also needs `panel.players.read`',
  method: 'GET',
  path: '/admin/players/:uuid/same-address',
  caller: 'player',
  permission: 'panel.players.sessions',
  params: Type.Object({ uuid: Type.String() }),
  status: 200,
  reply: Type.Object({
    items: Type.Array(SameAddressPlayer, {
      description: `the last seen first, at most ${MAX_SAME_ADDRESS_LISTED}`,
    }),
    total: Type.Integer({ description: 'how many were found' }),
    isExact: Type.Boolean({ description: 'false: the total may be higher' }),
  }),
  errors: ['player.notfound'],
})

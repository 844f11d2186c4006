import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant, User, Username } from '../shapes.ts'

const Amount = Type.Number({ minimum: 0, description: 'the amount of this balance; 0: nothing' })
const Price = Type.Object({ real: Amount, virtual: Amount })

/** A name that is reserved for a player, or was the player's, until an instant. */
export const NameUntil = Type.Object({ name: Type.String(), until: Instant })

/** Information for a player who wants to change the name. */
export type OwnNames = Static<typeof OwnNames>
const OwnNames = Type.Object({
  offered: Type.Boolean({ description: 'whether players may change their names' }),
  price: Price,
  everyDays: Type.Integer({ description: 'the minimum number of days between two changes' }),
  nextAt: Type.Union([Instant, Type.Null()], { description: 'null: immediately' }),
  keptDays: Type.Integer({ description: 'days for which the old name stays reserved' }),
  warns: Type.Boolean({
    description:
      'whether game servers may identify players by name, so that items stay with the old name',
  }),
  kept: Type.Array(NameUntil, { description: 'names that only this player can take' }),
  former: Type.Array(NameUntil, { description: 'newest first, at most 100' }),
})

export const showOwnNames = endpoint({
  name: 'showOwnNames',
  summary: "The player's former and reserved names, and the conditions for changing the name",
  method: 'GET',
  path: '/cabinet/name',
  caller: 'player',
  status: 200,
  reply: OwnNames,
  errors: [],
})

export const changeOwnName = endpoint({
  name: 'changeOwnName',
  summary: "Change the player's name and charge the price, if there is one; the player is mailed",
  method: 'POST',
  path: '/cabinet/name',
  caller: 'player',
  reauthentication: {},
  idempotent: true,
  limits: [{ name: 'own-name', calls: 30, perSeconds: 600, per: 'player', counts: 'calls' }],
  body: Type.Object({
    username: Username,
    price: Type.Optional(
      Type.Object(
        { real: Type.Number(), virtual: Type.Number() },
        {
          description:
            'the price that the player saw; the request is refused if the price has changed',
        },
      ),
    ),
  }),
  status: 200,
  reply: Type.Object({ user: User }),
  errors: [
    'auth.forbidden',
    'auth.usernametaken',
    'balance.insufficient',
    'name.off',
    'name.same',
    'name.toosoon',
    'name.pricechanged',
  ],
})

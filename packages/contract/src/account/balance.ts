import Type, { type Static } from 'typebox'
import { Author, AuthorName, Reason } from '../author.ts'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { Instant, text } from '../shapes.ts'

const Amount = Type.Number({ description: 'two decimals' })

export type Balance = Static<typeof Balance>
export const Balance = Type.Object({ real: Amount, virtual: Amount })

/** One change of the balances; `real` and `virtual` are the differences. */
export type BalanceEntry = Static<typeof BalanceEntry>
export const BalanceEntry = Type.Object({
  id: Type.String(),
  real: Amount,
  virtual: Amount,
  reason: Type.String(),
  author: Author,
  authorName: AuthorName,
  createdAt: Instant,
})

const playerParams = Type.Object({ uuid: Type.String() })

const Change = Type.Optional(
  Type.Union([Type.Number(), text({ maxLength: 32 })], {
    description: 'amount to add, or to subtract if negative; at most two decimals; number or text',
  }),
)

export const changeBalance = endpoint({
  name: 'changeBalance',
  summary: "Add to or subtract from a player's balances: both change or neither does",
  method: 'POST',
  path: '/admin/players/:uuid/balance',
  caller: 'player',
  permission: 'panel.players.balance',
  params: playerParams,
  body: Type.Object({
    real: Change,
    virtual: Change,
    reason: Reason,
  }),
  idempotent: true,
  status: 200,
  reply: Balance,
  errors: ['player.notfound', 'balance.insufficient'],
})

export const showBalance = endpoint({
  name: 'showBalance',
  summary: "A player's balances and their changes, newest first",
  method: 'GET',
  path: '/admin/players/:uuid/balance',
  caller: 'player',
  permission: 'panel.players.read',
  params: playerParams,
  query: Type.Pick(listQuery, ['limit', 'cursor']),
  status: 200,
  reply: Type.Object({ ...Balance.properties, ...pageOf(BalanceEntry).properties }),
  errors: ['player.notfound'],
})

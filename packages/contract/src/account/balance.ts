import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { Balance, BalanceEntry, Reason } from '../panel-shapes.ts'
import { text } from '../shapes.ts'

const ofPlayer = Type.Object({ uuid: Type.String() })

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
  params: ofPlayer,
  body: Type.Object({
    real: Change,
    virtual: Change,
    reason: Reason,
  }),
  once: true,
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
  params: ofPlayer,
  query: Type.Pick(listQuery, ['limit', 'cursor']),
  status: 200,
  reply: Type.Object({ ...Balance.properties, ...pageOf(BalanceEntry).properties }),
  errors: ['player.notfound'],
})

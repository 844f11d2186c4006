import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { PurchaseReward } from '../events/event-types.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { Instant, NoContent, text, Uuid } from '../shapes.ts'

export type PurchaseShop = Static<typeof PurchaseShop>
export const PurchaseShop = Type.Union([Type.Literal('tebex'), Type.Literal('easydonate')])

const ProductId = Type.String({
  pattern: '^[^\\u0000-\\u001f\\u007f]{1,128}$',
  description: 'id of the product at the shop',
})

export type PurchaseItem = Static<typeof PurchaseItem>
export const PurchaseItem = Type.Object({
  source: PurchaseShop,
  payment: Type.String({ description: 'id at the shop' }),
  product: Type.String({ description: 'id at the shop' }),
  quantity: Type.Integer(),
  username: Type.Union([Type.String(), Type.Null()], {
    description: 'the name at the shop; null: the player was deleted',
  }),
  player: Type.Union([Uuid, Type.Null()], { description: 'null: no player has the name yet' }),
  playerName: Type.Union([Type.String(), Type.Null()]),
  state: Type.Union(
    [
      Type.Literal('held'),
      Type.Literal('given'),
      Type.Literal('ended'),
      Type.Literal('taken'),
      Type.Literal('void'),
    ],
    {
      description:
        '`ended`: with its subscription; `taken`: after a refund or while disputed; `void`: refunded before it was given',
    },
  ),
  paymentState: Type.Union([
    Type.Literal('completed'),
    Type.Literal('disputed'),
    Type.Literal('refunded'),
  ]),
  problem: Type.Union(
    [Type.Literal('product'), Type.Literal('rank'), Type.Literal('limit'), Type.Null()],
    {
      description:
        'why it is held although there is a player; `product`: not mapped; `rank`: deleted, or reaches the panel; `limit`: of the balance',
    },
  ),
  given: PurchaseReward,
  receivedAt: Instant,
})

export type PurchaseSourceItem = Static<typeof PurchaseSourceItem>
export const PurchaseSourceItem = Type.Object({
  source: PurchaseShop,
  enabled: Type.Boolean(),
  url: Type.Union([Type.String(), Type.Null()], {
    description:
      'the URL to enter at the shop; null until the shop is turned on for the first time',
  }),
  hasSecret: Type.Boolean(),
  products: Type.Array(
    Type.Object({
      product: Type.String(),
      gives: PurchaseReward,
      held: Type.Integer({ description: 'items that players paid for and have not received' }),
    }),
  ),
})
const Sources = Type.Object({ items: Type.Array(PurchaseSourceItem) })

/** The reward of a product. Exactly one of `group`, `real`, `virtual` and `nothing` must be set. */
export type ProductMapping = Static<typeof ProductMapping>
export const ProductMapping = Type.Object({
  group: Type.Optional(text({ maxLength: 32, description: 'id of a donor rank' })),
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 36_500,
      description: 'the duration of the rank; absent: permanent',
    }),
  ),
  real: Type.Optional(Type.Union([Type.Number(), text({ maxLength: 32 })])),
  virtual: Type.Optional(Type.Union([Type.Number(), text({ maxLength: 32 })])),
  nothing: Type.Optional(Type.Boolean()),
})

const managers = { caller: 'player', permission: 'panel.purchases.manage' } as const
const shop = Type.Object({ source: Type.String({ description: '`tebex` or `easydonate`' }) })
const product = Type.Object({ ...shop.properties, product: ProductId })

export const listPurchases = endpoint({
  name: 'listPurchases',
  summary: 'List purchases of players, newest first',
  method: 'GET',
  path: '/admin/purchases',
  ...managers,
  query: Type.Object({
    ...Type.Pick(listQuery, ['limit', 'cursor']).properties,
    state: Type.Optional(
      Type.Literal('held', { description: 'only items that no player has received yet' }),
    ),
  }),
  status: 200,
  reply: pageOf(PurchaseItem),
  errors: [],
})

export const listPurchaseSources = endpoint({
  name: 'listPurchaseSources',
  summary: 'Show the shops, their URLs and what their products give',
  method: 'GET',
  path: '/admin/purchases/sources',
  ...managers,
  status: 200,
  reply: Sources,
  errors: [],
})

export const changePurchaseSource = endpoint({
  name: 'changePurchaseSource',
  summary: 'Turn a shop on or off, or replace its secret',
  method: 'PATCH',
  path: '/admin/purchases/sources/:source',
  ...managers,
  reauthentication: {},
  params: shop,
  body: Type.Object({
    enabled: Type.Optional(Type.Boolean()),
    secret: Type.Optional(
      Type.String({ pattern: '^[!-~]{1,500}$', description: 'no response contains it' }),
    ),
  }),
  status: 200,
  reply: Sources,
  errors: ['purchase.nosource'],
})

export const mapPurchaseProduct = endpoint({
  name: 'mapPurchaseProduct',
  summary: 'Choose what a product gives: exactly one of group, real, virtual and nothing',
  method: 'PUT',
  path: '/admin/purchases/sources/:source/products/:product',
  ...managers,
  reauthentication: {},
  params: product,
  body: ProductMapping,
  status: 200,
  reply: Sources,
  errors: ['purchase.nosource', 'group.notfound', 'purchase.notgivable'],
})

export const unmapPurchaseProduct = endpoint({
  name: 'unmapPurchaseProduct',
  summary: 'Remove the mapping of a product; its payments are then held',
  method: 'DELETE',
  path: '/admin/purchases/sources/:source/products/:product',
  ...managers,
  reauthentication: {},
  params: product,
  status: 204,
  reply: NoContent,
  errors: ['purchase.nosource', 'purchase.notmapped'],
})

export const giveHeldPurchases = endpoint({
  name: 'giveHeldPurchases',
  summary:
    'Give the held items of a product to the players who paid for them; at most 200 payments',
  method: 'POST',
  path: '/admin/purchases/sources/:source/products/:product/give',
  ...managers,
  params: product,
  status: 200,
  reply: Type.Object({
    given: Type.Integer(),
    held: Type.Integer({ description: 'the items that are still held' }),
  }),
  errors: ['purchase.nosource', 'purchase.notmapped'],
})

export const assignPurchase = endpoint({
  name: 'assignPurchase',
  summary: 'Give a player the held items of a payment',
  method: 'POST',
  path: '/admin/purchases/assign',
  ...managers,
  body: Type.Object({
    payment: text({ minLength: 1, maxLength: 128, description: 'id at the shop' }),
    source: Type.Optional(PurchaseShop),
    player: text({ minLength: 1, maxLength: 64, description: 'uuid or name' }),
  }),
  status: 200,
  reply: Type.Object({ items: Type.Array(PurchaseItem) }),
  errors: [
    'player.notfound',
    'purchase.notfound',
    'purchase.ambiguous',
    'purchase.nothingheld',
    'purchase.notgivable',
  ],
})

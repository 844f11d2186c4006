import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../shapes.ts'

const titleFields = { titleEn: Type.String(), titleRu: Type.String() }

const PlayerConsent = Type.Object({
  page: Type.String(),
  slug: Type.String(),
  ...titleFields,
  edition: Type.Integer(),
  agreedAt: Instant,
  ip: Type.String(),
  asked: Type.Boolean({ description: 'whether it is the edition that players must agree to now' }),
})

export type PlayerConsents = Static<typeof PlayerConsents>
const PlayerConsents = Type.Object({
  items: Type.Array(PlayerConsent, { description: 'newest first' }),
  age: Type.Union([Type.Object({ atLeast: Type.Integer(), answeredAt: Instant }), Type.Null()]),
  owes: Type.Boolean({
    description: 'whether the player must agree to something before continuing',
  }),
})

export const listPlayerConsents = endpoint({
  name: 'listPlayerConsents',
  summary: 'The consents of a player, with time and address',
  method: 'GET',
  path: '/admin/players/:uuid/consents',
  caller: 'player',
  permission: 'panel.players.sessions',
  params: Type.Object({ uuid: Type.String() }),
  status: 200,
  reply: PlayerConsents,
  errors: ['player.notfound'],
})

const editionFields = {
  edition: Type.Integer(),
  publishedAt: Instant,
  author: Type.String({ description: "who published it: a player's uuid, or `command`" }),
  authorName: Type.Union([Type.String(), Type.Null()]),
  ...titleFields,
}

/** A published edition of a page that requires consent, with its texts. */
export type PageEdition = Static<typeof PageEdition>
export const PageEdition = Type.Object({
  ...editionFields,
  bodyEn: Type.String(),
  bodyRu: Type.String(),
  htmlEn: Type.String(),
  htmlRu: Type.String(),
})

const pageEditors = { caller: 'player', permission: 'panel.pages.edit' } as const

export const listPageEditions = endpoint({
  name: 'listPageEditions',
  summary: 'List the editions of a page that required consent, and how many players agreed to each',
  method: 'GET',
  path: '/admin/pages/:id/editions',
  ...pageEditors,
  params: Type.Object({ id: Type.String() }),
  status: 200,
  reply: Type.Object({
    items: Type.Array(
      Type.Object({
        ...editionFields,
        agreed: Type.Integer({ description: 'how many players agreed' }),
      }),
      { description: 'newest first' },
    ),
    waiting: Type.Integer({
      description: 'how many players have not agreed to the newest edition',
    }),
  }),
  errors: ['page.notfound'],
})

export const showPageEdition = endpoint({
  name: 'showPageEdition',
  summary: 'The text of one edition',
  method: 'GET',
  path: '/admin/pages/:id/editions/:edition',
  ...pageEditors,
  params: Type.Object({ id: Type.String(), edition: Type.String() }),
  status: 200,
  reply: PageEdition,
  errors: ['page.notfound'],
})

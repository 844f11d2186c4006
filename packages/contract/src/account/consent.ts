import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant, text } from '../shapes.ts'

/** A page that players must agree to, in its current edition. */
export type Agreement = Static<typeof Agreement>
export const Agreement = Type.Object({
  page: Type.String({ description: 'the id of the page' }),
  slug: Type.String(),
  edition: Type.Integer(),
  title: Type.Object({ en: Type.String(), ru: Type.String() }),
})

const ageLimits = { minimum: 1, maximum: 150 } as const

/** The editions that a player saw and agrees to, and whether the player confirms the minimum age. */
export type Consents = Static<typeof Consents>
export const Consents = Type.Object({
  agreed: Type.Optional(
    Type.Array(
      Type.Object({
        page: text({ maxLength: 64 }),
        edition: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
      }),
      { maxItems: 100, description: 'the editions that were shown' },
    ),
  ),
  age_at_least: Type.Optional(
    Type.Integer({ ...ageLimits, description: 'the age that the player confirms to have reached' }),
  ),
})

/** The pending agreements of a player; empty if nothing is missing. */
export type Owed = Static<typeof Owed>
export const Owed = Type.Object({
  pages: Type.Array(
    Type.Object({
      ...Agreement.properties,
      agreedAt: Type.Union([Instant, Type.Null()], {
        description: 'when the player agreed to an earlier edition; null: never',
      }),
    }),
  ),
  minimumAge: Type.Integer({
    description: 'the age that the player must confirm to have reached; 0: none',
  }),
})

export const listOwed = endpoint({
  name: 'listOwed',
  summary: 'The texts to which the player must agree before continuing',
  method: 'GET',
  path: '/cabinet/consents',
  caller: 'any-player',
  status: 200,
  reply: Owed,
  errors: [],
})

export const agree = endpoint({
  name: 'agree',
  summary: 'Agree to the editions that were shown; returns what is still missing',
  method: 'POST',
  path: '/cabinet/consents',
  caller: 'any-player',
  body: Consents,
  status: 200,
  reply: Owed,
  errors: ['consent.outdated'],
})

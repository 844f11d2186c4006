import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant, text } from '../shapes.ts'

export const askForExport = endpoint({
  name: 'askForExport',
  summary:
    'Ask for everything that the site knows of the player: a link to it, by mail if they have an address',
  method: 'POST',
  path: '/cabinet/export',
  caller: 'player',
  withoutConsent: true,
  reauthentication: {},
  limits: [{ name: 'exports', calls: 5, perSeconds: 86_400, per: 'player', counts: 'successes' }],
  status: 200,
  reply: Type.Object({
    mailedTo: Type.Union([Type.String(), Type.Null()], {
      description: 'null: the player has no address, and the link is in `hash`',
    }),
    hash: Type.Union([Type.String(), Type.Null()], {
      description: 'the hash of the link; null if the link was mailed',
    }),
    expiresAt: Instant,
  }),
  errors: [],
})

export const downloadExport = endpoint({
  name: 'downloadExport',
  summary: "A player's data as a zip, by its link; once",
  method: 'POST',
  path: '/exports/download',
  caller: 'anyone',
  limits: [
    { name: 'export-downloads', calls: 30, perSeconds: 3600, per: 'ip', counts: 'refusals' },
  ],
  body: Type.Object({
    hash: text({ minLength: 1, maxLength: 100, description: 'the hash of the link' }),
  }),
  produces: 'application/zip',
  status: 200,
  reply: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
  errors: ['auth.linkexpired'],
})

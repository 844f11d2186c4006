import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant, NoContent } from '../shapes.ts'

/** Maximum number of launcher passwords per player. */
export const MAX_LAUNCHER_PASSWORDS = 20

export type LauncherPassword = Static<typeof LauncherPassword>
const LauncherPassword = Type.Object({
  id: Type.String({ description: 'opaque' }),
  name: Type.String(),
  createdAt: Instant,
  lastUsedAt: Type.Union([Instant, Type.Null()]),
})

export const listLauncherPasswords = endpoint({
  name: 'listLauncherPasswords',
  summary: "The player's launcher passwords, oldest first",
  method: 'GET',
  path: '/cabinet/launcher-passwords',
  caller: 'player',
  status: 200,
  reply: Type.Object({ items: Type.Array(LauncherPassword) }),
  errors: [],
})

export const createLauncherPassword = endpoint({
  name: 'createLauncherPassword',
  summary: 'Make a launcher password, which is shown only here',
  method: 'POST',
  path: '/cabinet/launcher-passwords',
  caller: 'player',
  reauthentication: {},
  idempotent: true,
  limits: [
    { name: 'launcher-passwords', calls: 30, perSeconds: 600, per: 'player', counts: 'calls' },
  ],
  body: Type.Object({
    name: Type.String({
      maxLength: 64,
      pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
      description: 'where the player uses it, such as "HMCL at home"',
    }),
  }),
  status: 201,
  reply: Type.Object({
    id: Type.String(),
    name: Type.String(),
    password: Type.String({ description: '20 characters' }),
  }),
  errors: ['launcherpassword.off', 'launcherpassword.toomany'],
})

export const revokeLauncherPassword = endpoint({
  name: 'revokeLauncherPassword',
  summary: 'Revoke a launcher password and end the game sessions that it opened',
  method: 'DELETE',
  path: '/cabinet/launcher-passwords/:id',
  caller: 'player',
  params: Type.Object({ id: Type.String() }),
  status: 204,
  reply: NoContent,
  errors: ['launcherpassword.notfound'],
})

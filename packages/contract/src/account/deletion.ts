import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { InstantOrNull, NoContent, text } from '../shapes.ts'

/** The name of the deleted player, typed to confirm the deletion. */
export const TypedName = text({ minLength: 1, maxLength: 64, description: 'in any case' })

export const showDeletion = endpoint({
  name: 'showDeletion',
  summary: 'When the account is deleted, if its player asked for it, and what asking would mean',
  method: 'GET',
  path: '/cabinet/deletion',
  caller: 'unconfirmed-player',
  withoutConsent: true,
  status: 200,
  reply: Type.Object({
    deletesAt: InstantOrNull,
    days: Type.Integer({ description: 'from asking to the deletion; 0: at once' }),
    signInCancels: Type.Boolean(),
  }),
  errors: [],
})

export const askForDeletion = endpoint({
  name: 'askForDeletion',
  summary: 'Ask for the deletion of the own account, which closes every session',
  method: 'POST',
  path: '/cabinet/deletion',
  caller: 'unconfirmed-player',
  withoutConsent: true,
  reauthentication: {},
  body: Type.Object({ username: TypedName }),
  status: 200,
  reply: Type.Object({ deletesAt: InstantOrNull }),
  errors: ['player.wrongname', 'player.lastsuperuser'],
})

export const cancelDeletion = endpoint({
  name: 'cancelDeletion',
  summary: 'Keep the account after all',
  method: 'DELETE',
  path: '/cabinet/deletion',
  caller: 'unconfirmed-player',
  withoutConsent: true,
  status: 204,
  reply: NoContent,
  errors: [],
})

import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { InstantOrNull, NoContent, text } from '../shapes.ts'

/** The name of the deleted player, typed to confirm the deletion. */
export const TypedName = text({ minLength: 1, maxLength: 64, description: 'in any letter case' })

export const showDeletion = endpoint({
  name: 'showDeletion',
  summary: 'When the account will be deleted, and the effect of a request for deletion',
  method: 'GET',
  path: '/cabinet/deletion',
  caller: 'unconfirmed-player',
  withoutConsent: true,
  status: 200,
  reply: Type.Object({
    deletesAt: InstantOrNull,
    days: Type.Integer({ description: 'days from the request to the deletion; 0: immediately' }),
    signInCancels: Type.Boolean(),
  }),
  errors: [],
})

export const askForDeletion = endpoint({
  name: 'askForDeletion',
  summary: "Request the deletion of the caller's account, which closes every session",
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
  summary: 'Cancel the deletion of the account',
  method: 'DELETE',
  path: '/cabinet/deletion',
  caller: 'unconfirmed-player',
  withoutConsent: true,
  status: 204,
  reply: NoContent,
  errors: [],
})

import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../page.ts'
import { Email, NoContent } from '../shapes.ts'
import { MailItem, MailState } from './shapes.ts'

export const listMail = endpoint({
  name: 'listMail',
  summary: 'List the mails of the outbox, newest first; `query` searches addresses',
  method: 'GET',
  path: '/admin/mail',
  caller: 'player',
  permission: 'panel.mail.manage',
  query: Type.Object({
    ...listQuery.properties,
    state: Type.Optional(MailState),
  }),
  status: 200,
  reply: pageOf(MailItem),
  errors: [],
})

export const retryMail = endpoint({
  name: 'retryMail',
  summary: 'Try again to send a mail that was neither sent nor held back',
  method: 'POST',
  path: '/admin/mail/:id/retry',
  caller: 'player',
  permission: 'panel.mail.manage',
  params: Type.Object({ id: Type.String() }),
  status: 204,
  reply: NoContent,
  errors: ['mail.notfound'],
})

export const testMail = endpoint({
  name: 'testMail',
  summary: "Send a test mail, by default to the caller's own address, and wait for the result",
  method: 'POST',
  path: '/admin/mail/test',
  caller: 'player',
  permission: 'panel.mail.manage',
  limits: [{ name: 'test-mails', calls: 10, perSeconds: 600, per: 'player', counts: 'calls' }],
  body: Type.Object({ to: Type.Optional(Email) }),
  bodyOptional: true,
  status: 200,
  reply: Type.Object({
    to: Type.String(),
    by: Type.Union([Type.Literal('smtp'), Type.Literal('file')]),
    sent: Type.Boolean(),
    reason: Type.Union([Type.String(), Type.Null()], { description: 'why it was not sent' }),
  }),
  errors: [],
})

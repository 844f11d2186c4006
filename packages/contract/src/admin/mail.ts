import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listQuery, pageOf } from '../pagination.ts'
import { Email, Instant, InstantOrNull, NoContent, text } from '../shapes.ts'

export const MailState = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('sent'),
  Type.Literal('kept'),
  Type.Literal('dead'),
  Type.Literal('held'),
])

/** Kinds of mail failures, which pages explain. */
export type MailTrouble = Static<typeof MailTrouble>
export const MailTrouble = Type.Union([
  Type.Literal('host', { description: 'no server has this name' }),
  Type.Literal('closed', { description: 'nothing listens at this port' }),
  Type.Literal('silent', { description: 'no answer in time' }),
  Type.Literal('tls', { description: 'TLS was refused, or the port or certificate is wrong' }),
  Type.Literal('login', { description: 'wrong user or password' }),
  Type.Literal('sender', { description: 'the server does not let the site use this sender' }),
  Type.Literal('recipient', { description: 'the server does not accept mails to this recipient' }),
  Type.Literal('content', { description: 'the server rejected the content of the mail' }),
  Type.Literal('later', {
    description: 'the server asks to try again later, or its limit is used up',
  }),
  Type.Literal('other'),
])

/** A mail of the outbox, without its text. */
export type MailItem = Static<typeof MailItem>
export const MailItem = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  to: Type.String(),
  state: MailState,
  tries: Type.Integer(),
  error: Type.Union([Type.String(), Type.Null()], { description: 'why the last attempt failed' }),
  createdAt: Instant,
  nextTryAt: InstantOrNull,
  sentAt: InstantOrNull,
  keptAt: Type.Union([Instant, Type.Null()], {
    description: 'when the mail was written to a file, because no mail server was set',
  }),
  deadAt: InstantOrNull,
  heldAt: InstantOrNull,
})

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
  summary: 'Retry a mail that was not sent, written to a file or held back',
  method: 'POST',
  path: '/admin/mail/:id/retry',
  caller: 'player',
  permission: 'panel.mail.manage',
  params: Type.Object({ id: Type.String() }),
  status: 204,
  reply: NoContent,
  errors: ['mail.notfound'],
})

const MailFailure = {
  reason: Type.Union([Type.String(), Type.Null()], { description: 'why the mail was not sent' }),
  trouble: Type.Union([MailTrouble, Type.Null()], { description: 'the kind of reason' }),
}

export const testMail = endpoint({
  name: 'testMail',
  summary: "Send a test mail, by default to the caller's own address, and wait for the result",
  method: 'POST',
  path: '/admin/mail/test',
  caller: 'player',
  slow: true,
  permission: 'panel.mail.manage',
  limits: [{ name: 'test-mails', calls: 10, perSeconds: 600, per: 'player', counts: 'calls' }],
  body: Type.Object({ to: Type.Optional(Email) }),
  bodyOptional: true,
  status: 200,
  reply: Type.Object({
    to: Type.String(),
    by: Type.Union([Type.Literal('smtp'), Type.Literal('file')]),
    sent: Type.Boolean({
      description: 'whether a mail server accepted the mail, or its file was written',
    }),
    ...MailFailure,
  }),
  errors: ['auth.noemail'],
})

const Security = Type.Union([Type.Literal('tls'), Type.Literal('starttls'), Type.Literal('none')], {
  description: 'TLS from the start, TLS demanded after the greeting, or none',
})

const MailServer = Type.Object({
  source: Type.Union([Type.Literal('environment'), Type.Literal('panel'), Type.Literal('none')], {
    description: 'where the mail server was set; `none`: mails are written to files',
  }),
  host: Type.String(),
  port: Type.Integer(),
  security: Security,
  user: Type.String({ description: 'empty if the user is also the password' }),
  hasPassword: Type.Boolean(),
  from: Type.String({ description: 'the address that mails come from' }),
  fromSource: Type.Union([
    Type.Literal('environment'),
    Type.Literal('panel'),
    Type.Literal('none'),
  ]),
  folder: Type.String({ description: 'where mails are kept while there is no mail server' }),
  editable: Type.Boolean({ description: 'whether the caller may change it here' }),
})

const NewMailServer = {
  host: Type.String({
    maxLength: 253,
    pattern: '^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$',
    description: 'a name or an address',
  }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  security: Security,
  user: text({ maxLength: 254, description: 'may be empty' }),
  password: Type.Optional(
    text({
      minLength: 1,
      maxLength: 512,
      description: 'may be omitted if host, port, security and user do not change',
    }),
  ),
  from: Email,
}

export const showMailServer = endpoint({
  name: 'showMailServer',
  summary: 'How the site sends mails, without the password',
  method: 'GET',
  path: '/admin/mail/server',
  caller: 'player',
  permission: 'panel.mail.manage',
  status: 200,
  reply: MailServer,
  errors: [],
})

export const changeMailServer = endpoint({
  name: 'changeMailServer',
  summary: 'Set the mail server, unless the environment sets it; for superusers',
  method: 'PUT',
  path: '/admin/mail/server',
  caller: 'player',
  permission: 'panel.mail.manage',
  reauthentication: {},
  body: Type.Object(NewMailServer),
  status: 200,
  reply: MailServer,
  errors: ['mail.byenvironment'],
})

export const removeMailServer = endpoint({
  name: 'removeMailServer',
  summary: 'Remove the mail server that was set in the panel: mails are written to files again',
  method: 'DELETE',
  path: '/admin/mail/server',
  caller: 'player',
  permission: 'panel.mail.manage',
  reauthentication: {},
  status: 204,
  reply: NoContent,
  errors: ['mail.byenvironment'],
})

export const tryMailServer = endpoint({
  name: 'tryMailServer',
  summary:
    'Send the caller a test mail through a mail server that is not saved yet; for superusers',
  method: 'POST',
  path: '/admin/mail/server/test',
  caller: 'player',
  changes: true,
  slow: true,
  permission: 'panel.mail.manage',
  limits: [{ name: 'mail-servers', calls: 20, perSeconds: 600, per: 'player', counts: 'calls' }],
  body: Type.Object(NewMailServer),
  status: 200,
  reply: Type.Object({ to: Type.String(), sent: Type.Boolean(), ...MailFailure }),
  errors: ['mail.byenvironment', 'auth.noemail'],
})

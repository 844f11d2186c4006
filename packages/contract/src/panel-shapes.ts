import Type, { type Static } from 'typebox'
import { NameUntil } from './account/names.ts'
import { IdentityKind } from './credentials/linked-accounts.ts'
import { Instant, OwnEmail, User, Uuid } from './shapes.ts'

const InstantOrNull = Type.Union([Instant, Type.Null()])

/** Who did something: the uuid and present name of a player, or `command` without a name. */
const Author = Type.String({ description: "a player's uuid, or `command`" })
const AuthorName = Type.Union([Type.String(), Type.Null()], { description: 'null if not a player' })

/** Why something is done to a player. It must not be blank. */
export const Reason = Type.String({
  maxLength: 500,
  pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
  description: '1 to 500 characters',
})

/** A player as lists in the panel show them. */
export type PlayerItem = Static<typeof PlayerItem>
export const PlayerItem = Type.Object({
  uuid: Uuid,
  username: Type.String(),
  email: OwnEmail,
  activated: Type.Boolean(),
  banned: Type.Boolean(),
  superuser: Type.Boolean(),
  twoFactorEnabled: Type.Boolean(),
  roles: Type.Array(Type.String(), { description: 'ids, including `default`' }),
  createdAt: Instant,
  deletesAt: Type.Optional(Instant),
})

/** A donate group or a single permission that was granted to a player, now or in the past. */
export type Grant = Static<typeof Grant>
export const Grant = Type.Object({
  id: Type.String(),
  group: Type.Union([Type.String(), Type.Null()], {
    description: 'id; null if a single node was granted',
  }),
  node: Type.Union([Type.String(), Type.Null()]),
  running: Type.Boolean(),
  startsAt: Instant,
  expiresAt: InstantOrNull,
  takenAt: InstantOrNull,
  author: Author,
  authorName: AuthorName,
  createdAt: Instant,
})

/**
 * Everything the panel shows about a player. `permissions` are the player's personal nodes, in the
 * form that a PATCH takes; `effectivePermissions` is what the player is allowed in the end.
 */
export type PlayerCard = Static<typeof PlayerCard>
export const PlayerCard = Type.Object({
  ...User.properties,
  permissions: Type.Array(Type.Object({ node: Type.String(), expiresAt: InstantOrNull })),
  effectivePermissions: Type.Array(Type.String()),
  grants: Type.Array(Grant, { description: 'newest first, at most 100' }),
  superuser: Type.Boolean(),
  passkeys: Type.Integer({ description: 'how many' }),
  identities: Type.Array(
    Type.Object({
      provider: Type.String({ description: 'the slug of the service' }),
      kind: IdentityKind,
      providerName: Type.String(),
      subject: Type.String({ description: 'what the service calls the account, for good' }),
      name: Type.String({ description: 'as the service calls them; may be empty' }),
      linkedAt: Instant,
      lastUsedAt: InstantOrNull,
    }),
    { description: 'linked accounts of other services, oldest first' },
  ),
  launcherPasswords: Type.Integer({ description: 'how many' }),
  gameSessions: Type.Integer({ description: 'open sessions that launchers began' }),
  editable: Type.Boolean({ description: 'whether the caller ranks above the player' }),
  accountEditable: Type.Boolean({
    description: 'whether they also hold what the account holds of the panel, and so may change it',
  }),
  superuserEditable: Type.Boolean({ description: 'whether the caller may make superusers' }),
  lastLoginAt: InstantOrNull,
  formerNames: Type.Array(
    Type.Object({ ...NameUntil.properties, author: Author, authorName: AuthorName }),
    { description: 'the last first, at most 100' },
  ),
  keptNames: Type.Array(NameUntil, { description: 'names that nobody else can take until then' }),
  inviter: Type.Union([Type.Object({ uuid: Uuid, username: Type.String() }), Type.Null()]),
})

export type Ban = Static<typeof Ban>
export const Ban = Type.Object({
  id: Type.String(),
  reason: Type.String(),
  running: Type.Boolean(),
  author: Author,
  authorName: AuthorName,
  createdAt: Instant,
  expiresAt: InstantOrNull,
  liftedAt: InstantOrNull,
  liftedBy: Type.Union([Author, Type.Null()]),
  liftedByName: AuthorName,
})

const Amount = Type.Number({ description: 'two decimals' })

export type Balance = Static<typeof Balance>
export const Balance = Type.Object({ real: Amount, virtual: Amount })

/** One change of the balances; `real` and `virtual` are the differences. */
export type BalanceEntry = Static<typeof BalanceEntry>
export const BalanceEntry = Type.Object({
  id: Type.String(),
  real: Amount,
  virtual: Amount,
  reason: Type.String(),
  author: Author,
  authorName: AuthorName,
  createdAt: Instant,
})

/** Who did what to whom, from where, and what changed. */
export type AuditItem = Static<typeof AuditItem>
export const AuditItem = Type.Object({
  id: Type.String(),
  at: Instant,
  action: Type.String(),
  actor: Type.Union([Author, Type.Null()]),
  actorName: Type.Union([Type.String(), Type.Null()], { description: 'of a player or an API key' }),
  target: Type.Union([Type.String(), Type.Null()], {
    description: "a player's uuid, or another target",
  }),
  targetName: Type.Union([Type.String(), Type.Null()], {
    description:
      'the name of the player, role, group, key, service or news item; the recipient of a mail',
  }),
  names: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'the roles and groups whose ids are in `before` and `after`',
  }),
  ip: Type.Union([Type.String(), Type.Null()]),
  before: Type.Union([Type.String(), Type.Null()]),
  after: Type.Union([Type.String(), Type.Null()]),
})

export const MailState = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('sent'),
  Type.Literal('kept'),
  Type.Literal('dead'),
  Type.Literal('held'),
])

/** The kinds of failure to send a mail, which pages explain in a sentence. */
export type MailTrouble = Static<typeof MailTrouble>
export const MailTrouble = Type.Union([
  Type.Literal('host', { description: 'no server has this name' }),
  Type.Literal('closed', { description: 'nothing listens at this port' }),
  Type.Literal('silent', { description: 'no answer in time' }),
  Type.Literal('tls', { description: 'TLS was refused, or the port or certificate is wrong' }),
  Type.Literal('login', { description: 'wrong user or password' }),
  Type.Literal('sender', { description: 'the server does not let the site use this sender' }),
  Type.Literal('recipient', { description: 'the server does not take mail to this recipient' }),
  Type.Literal('content', { description: 'the server refused what the mail says' }),
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
  error: Type.Union([Type.String(), Type.Null()], { description: 'of the last try' }),
  createdAt: Instant,
  nextTryAt: InstantOrNull,
  sentAt: InstantOrNull,
  keptAt: Type.Union([Instant, Type.Null()], {
    description: 'when it became a file, because no mail server was set',
  }),
  deadAt: InstantOrNull,
  heldAt: InstantOrNull,
})

export type Backup = Static<typeof Backup>
export const Backup = Type.Object({
  name: Type.String({ description: 'of the file' }),
  bytes: Type.Integer(),
  madeAt: Instant,
})

/** The first steps of an owner. Each is done by fact, not by a click. */
export const FirstStep = Type.Object({
  id: Type.Union([
    Type.Literal('launcher', { description: 'an API key was used' }),
    Type.Literal('builds', { description: 'the launcher has builds' }),
    Type.Literal('mail', { description: 'a mail server is set' }),
    Type.Literal('role', { description: 'there is a role that the owner has made' }),
    Type.Literal('news', { description: 'news has been written' }),
    Type.Literal('skin', { description: 'somebody has uploaded a skin or cape' }),
    Type.Literal('backup', { description: 'there is a backup' }),
  ]),
  done: Type.Boolean(),
})

export type Overview = Static<typeof Overview>
export const Overview = Type.Object({
  version: Type.String(),
  yourAddress: Type.String({ description: "the caller's address as the site sees it" }),
  players: Type.Integer(),
  sessions: Type.Integer({ description: 'open sessions' }),
  days: Type.Array(
    Type.Object({
      date: Type.String({ description: 'YYYY-MM-DD, UTC' }),
      registrations: Type.Integer(),
      logins: Type.Integer(),
    }),
    { description: 'the last 30 days, oldest first; today is the last' },
  ),
  backup: Type.Union([Backup, Type.Null()], { description: 'the newest on this server' }),
  backupIsOld: Type.Boolean({
    description: 'made over 7 days ago, or never although there are players',
  }),
  steps: Type.Array(FirstStep, { description: 'empty when all are done, or hidden by a setting' }),
  mail: Type.Object({
    by: Type.Union([Type.Literal('smtp'), Type.Literal('file')]),
    folder: Type.String({ description: 'where mails are kept while there is no mail server' }),
  }),
  mails: Type.Object({
    waiting: Type.Integer(),
    dead: Type.Integer(),
    held: Type.Integer({ description: 'in the last 24 hours, because the recipient got too many' }),
  }),
  findings: Type.Array(Type.Object({ name: Type.String(), detail: Type.String(), at: Instant }), {
    description: 'problems that the site noticed about itself, newest first',
  }),
})

import Type, { type Static } from 'typebox'
import { Instant, LocaleCode, User, Uuid } from '../shapes.ts'

const InstantOrNull = Type.Union([Instant, Type.Null()])

/** Who did something: a player's uuid, or `command`; and his present name where he is a player. */
const Author = Type.String({ description: "a player's uuid, or `command`" })
const AuthorName = Type.Union([Type.String(), Type.Null()], { description: 'null: no player' })

/** Why something is done to a player; spaces alone are no reason. */
export const Reason = Type.String({
  maxLength: 500,
  pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
  description: '1 to 500 characters',
})

/** A player as lists of the panel show him. */
export type PlayerItem = Static<typeof PlayerItem>
export const PlayerItem = Type.Object({
  uuid: Uuid,
  username: Type.String(),
  email: Type.String(),
  activated: Type.Boolean(),
  banned: Type.Boolean(),
  superuser: Type.Boolean(),
  twoFactorEnabled: Type.Boolean(),
  roles: Type.Array(Type.String(), { description: 'ids, with `default`' }),
  createdAt: Instant,
})

/** A donate group, or a single permission, that was given to a player at some time. */
export type Grant = Static<typeof Grant>
export const Grant = Type.Object({
  id: Type.String(),
  group: Type.Union([Type.String(), Type.Null()], { description: 'id; null: a single node' }),
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
 * Everything the panel shows of a player. `permissions` are his personal nodes, as a PATCH takes
 * them; what he is allowed by all he holds is `effectivePermissions`.
 */
export type PlayerCard = Static<typeof PlayerCard>
export const PlayerCard = Type.Object({
  ...User.properties,
  permissions: Type.Array(Type.Object({ node: Type.String(), expiresAt: InstantOrNull })),
  effectivePermissions: Type.Array(Type.String()),
  grants: Type.Array(Grant, { description: 'newest first, at most 100' }),
  superuser: Type.Boolean(),
  editable: Type.Boolean({ description: 'whether the caller stands above him' }),
  lastLoginAt: InstantOrNull,
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

/** One change of the balances: `real` and `virtual` are what was added or taken. */
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

/** What the owner decides for the site (answers, Site settings). */
export type SiteSettings = Static<typeof SiteSettings>
export const SiteSettings = Type.Object({
  siteName: Type.String(),
  registrationOpen: Type.Boolean(),
  emailConfirmation: Type.Boolean(),
  unconfirmedDays: Type.Integer({ description: 'then an unconfirmed account ends; 0: never' }),
  leakCheck: Type.Boolean(),
  launcherBuilds: Type.Array(Type.String()),
  defaultLanguage: LocaleCode,
  hdTexturesInGame: Type.Boolean(),
  accentColor: Type.String({ description: '#rrggbb; empty: its own' }),
  logoUrl: Type.String({ description: 'empty: its own' }),
})

/** Who did what to whom, from where, and what changed (answers, Replies). */
export type AuditItem = Static<typeof AuditItem>
export const AuditItem = Type.Object({
  id: Type.String(),
  at: Instant,
  action: Type.String(),
  actor: Type.Union([Author, Type.Null()]),
  actorName: AuthorName,
  target: Type.Union([Type.String(), Type.Null()], { description: "a player's uuid, or a thing" }),
  targetName: AuthorName,
  ip: Type.Union([Type.String(), Type.Null()]),
  before: Type.Union([Type.String(), Type.Null()]),
  after: Type.Union([Type.String(), Type.Null()]),
})

export const MailState = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('sent'),
  Type.Literal('dead'),
  Type.Literal('held'),
])

/** A mail of the outbox, without what it says. */
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
  deadAt: InstantOrNull,
  heldAt: InstantOrNull,
})

export type Overview = Static<typeof Overview>
export const Overview = Type.Object({
  version: Type.String(),
  yourAddress: Type.String({ description: 'as the site sees the caller' }),
  players: Type.Integer(),
  sessions: Type.Integer({ description: 'that are signed in' }),
  days: Type.Array(
    Type.Object({
      date: Type.String({ description: 'YYYY-MM-DD, UTC' }),
      registrations: Type.Integer(),
      logins: Type.Integer(),
    }),
    { description: 'the last 30 days, oldest first; today is the last' },
  ),
  mails: Type.Object({
    waiting: Type.Integer(),
    dead: Type.Integer(),
    held: Type.Integer({ description: 'back within a day, their recipients having had enough' }),
  }),
  findings: Type.Array(Type.Object({ name: Type.String(), detail: Type.String(), at: Instant }), {
    description: 'what the site noticed about itself, newest first',
  }),
})

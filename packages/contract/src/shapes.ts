import Type, { type Static } from 'typebox'
import { RankLook } from './permissions/rank-look.ts'

/** Text without null characters, which PostgreSQL cannot store. */
export function text(options: { minLength?: number; maxLength: number; description?: string }) {
  return Type.String({ pattern: '^[^\\u0000]*$', ...options })
}

/**
 * Characters forbidden in names, for a class of a regular expression: control characters, line separators, zero-width
 * characters, which make different names look equal, and controls of the text direction, which reverse the surrounding
 * text.
 */
export const UNSEEN =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0'

/** A display name that mails contain. */
export const PlainName = Type.String({
  pattern: `^(?=.*\\S)[^${UNSEEN}]{1,64}$`,
  description: '1 to 64 characters on one line, and no control characters',
})

export const Uuid = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'lower case, with dashes',
})

/** ISO 8601 in UTC, such as `2030-01-01T12:00:00.000Z`. */
export const Instant = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
  description: 'ISO 8601, UTC',
})
export const InstantOrNull = Type.Union([Instant, Type.Null()])

/** A name that the game accepts (docs/contract.md#registration-and-confirmation). */
export const Username = Type.String({
  pattern: '^[A-Za-z0-9_]{3,16}$',
  description: '3 to 16 Latin letters, digits and underscores',
})

/** A syntactically valid e-mail address. */
export const Email = Type.String({
  maxLength: 254,
  pattern:
    "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$",
  description: 'local@domain, Latin',
})

/** The e-mail address of an account; null if it has none (docs/contract.md#without-an-address). */
export const OwnEmail = Type.Union([Type.String(), Type.Null()], { description: 'null: none' })

/**
 * A new password. The limit of the schema is only a safeguard: the password rules check the length in code points and
 * refuse with their own code.
 */
export const NewPassword = text({ maxLength: 65_536, description: '8 to 128 characters' })

export const LocaleCode = Type.Union([Type.Literal('ru'), Type.Literal('en')])

export const Textures = Type.Object({
  skin: Type.Optional(Type.Object({ url: Type.String(), slim: Type.Boolean() })),
  cape: Type.Optional(Type.Object({ url: Type.String() })),
})

export type User = Static<typeof User>
export const User = Type.Object({
  uuid: Uuid,
  username: Type.String({ description: 'canonical spelling' }),
  email: OwnEmail,
  locale: LocaleCode,
  activated: Type.Boolean(),
  twoFactorEnabled: Type.Boolean(),
  passwordChangeRequired: Type.Boolean(),
  real: Type.Number({ description: 'balance, two decimals' }),
  virtual: Type.Number({ description: 'balance, two decimals' }),
  roles: Type.Array(Type.String()),
  groups: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      ...RankLook.properties,
      expiresAt: Type.Union([Instant, Type.Null()]),
    }),
    { description: 'active donor ranks, in their order' },
  ),
  permissions: Type.Array(Type.String()),
  banned: Type.Boolean(),
  banReason: Type.String(),
  banExpiresAt: Type.Union([Instant, Type.Null()]),
  textures: Textures,
  createdAt: Instant,
  deletesAt: Type.Optional(Instant),
})

/** A player's profile for launcher servers (docs/launcher-protocols.md#launcher-servers-area-b). */
export type Profile = Static<typeof Profile>
export const Profile = Type.Object({
  uuid: Uuid,
  username: Type.String({ description: 'canonical spelling; the name in the game' }),
  roles: Type.Array(Type.String(), { description: 'ids; always includes `default`' }),
  groups: Type.Array(Type.String(), { description: 'ids of active donor ranks, in their order' }),
  permissions: Type.Array(Type.String(), {
    description: 'allowed permissions, sorted; no wildcards',
  }),
  banned: Type.Boolean(),
  banReason: Type.String({ description: 'empty when not banned' }),
  textures: Textures,
})

/** A news item for launchers: title and body are plain text (docs/contract.md#news). */
export type NewsItem = Static<typeof NewsItem>
export const NewsItem = Type.Object({
  id: Type.String(),
  title: Type.String(),
  body: Type.String({ description: 'plain text, line breaks as \\n' }),
  publishedAt: Instant,
  tag: Type.Optional(Type.String()),
  link: Type.String({ description: "absolute URL; the item's own page if the author set none" }),
  banner: Type.Optional(Type.String({ description: 'absolute URL of a picture' })),
})

/** How a session began. `code` is a password with a code, `account` a registration. */
export type SignedInWith = Static<typeof SignedInWith>
export const SignedInWith = Type.Union([
  Type.Literal('password'),
  Type.Literal('code'),
  Type.Literal('passkey'),
  Type.Literal('identity'),
  Type.Literal('account'),
  Type.Literal('launcher-password'),
])

/** A second factor given in a session; `identity` is an account of a trusted provider. */
export type SecondFactor = Extract<SignedInWith, 'code' | 'passkey' | 'identity'>

export type Session = Static<typeof Session>
export const Session = Type.Object({
  id: Type.String({ description: 'opaque; not the token' }),
  device: Type.String({ description: 'human-readable: "Chrome on Windows", "Launcher"' }),
  agent: Type.String({ description: 'the User-Agent, truncated to 256 characters' }),
  ip: Type.String(),
  current: Type.Boolean(),
  signedInWith: Type.Union([SignedInWith, Type.Null()], { description: 'null: not known' }),
  createdAt: Instant,
  updatedAt: Instant,
  expiresAt: Instant,
})

export type TokenPair = Static<typeof TokenPair>
export const TokenPair = Type.Object({
  accessToken: Type.String({ description: 'JWT; browsers keep it in memory only' }),
  refreshToken: Type.String({ description: 'opaque; for clients without cookies' }),
})

export type LoginReply = Static<typeof LoginReply>
export const LoginReply = Type.Object({ ...TokenPair.properties, user: User })

export const NoContent = Type.Null()

export type Backup = Static<typeof Backup>
export const Backup = Type.Object({
  name: Type.String({ description: 'of the file' }),
  bytes: Type.Integer(),
  madeAt: Instant,
})

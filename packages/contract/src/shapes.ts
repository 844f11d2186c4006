import Type, { type Static } from 'typebox'

/** Text without null bytes: no database and no log takes them well. */
export function text(options: { minLength?: number; maxLength: number; description?: string }) {
  return Type.String({ pattern: '^[^\\u0000]*$', ...options })
}

export const Uuid = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'lower case, with dashes',
})

/** ISO 8601 in UTC, as `2030-01-01T12:00:00.000Z`. */
export const Instant = Type.String({
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
  description: 'ISO 8601, UTC',
})

/** What the game accepts as a name (contract, Registration input constraints). */
export const Username = Type.String({
  pattern: '^[A-Za-z0-9_]{3,16}$',
  description: '3 to 16 Latin letters, digits and underscores',
})

/** An address a mail can be sent to; the mail itself is the proof. */
export const Email = Type.String({
  maxLength: 254,
  pattern:
    "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$",
  description: 'local@domain, Latin',
})

/** Length in code points is judged by the password rules, which name what is wrong. */
export const NewPassword = text({ maxLength: 65_536, description: '8 to 128 characters' })

export const LocaleCode = Type.Union([Type.Literal('ru'), Type.Literal('en')])

export const Textures = Type.Object({
  skin: Type.Optional(Type.Object({ url: Type.String(), slim: Type.Boolean() })),
  cape: Type.Optional(Type.Object({ url: Type.String() })),
})

/** The player's own view of his account (answers, `User`). */
export type User = Static<typeof User>
export const User = Type.Object({
  uuid: Uuid,
  username: Type.String({ description: 'canonical spelling' }),
  email: Type.String(),
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
      expiresAt: Type.Union([Instant, Type.Null()]),
    }),
  ),
  permissions: Type.Array(Type.String()),
  banned: Type.Boolean(),
  banReason: Type.String(),
  banExpiresAt: Type.Union([Instant, Type.Null()]),
  textures: Textures,
  createdAt: Instant,
})

/** What a launcher server is told about a player (contract, Player profile). */
export type Profile = Static<typeof Profile>
export const Profile = Type.Object({
  uuid: Uuid,
  username: Type.String({ description: 'canonical spelling; the name in the game' }),
  roles: Type.Array(Type.String(), { description: 'ids; `default` is always one' }),
  groups: Type.Array(Type.String(), { description: 'ids of running donate groups' }),
  permissions: Type.Array(Type.String(), { description: 'concrete and allowed, sorted' }),
  banned: Type.Boolean(),
  banReason: Type.String({ description: 'empty when not banned' }),
  textures: Textures,
})

/** A piece of news as launchers show it: title and body are plain text (answers, Area B). */
export type NewsItem = Static<typeof NewsItem>
export const NewsItem = Type.Object({
  id: Type.String(),
  title: Type.String(),
  body: Type.String({ description: 'plain text, line breaks as \\n' }),
  publishedAt: Instant,
  tag: Type.Optional(Type.String()),
  link: Type.String({ description: "an absolute URL; the item's page when the author gave none" }),
  banner: Type.Optional(Type.String({ description: 'an absolute URL of a picture' })),
})

/** One signed-in device (answers, `Session`). */
export type Session = Static<typeof Session>
export const Session = Type.Object({
  id: Type.String({ description: 'opaque; never the token' }),
  device: Type.String({ description: 'readable: "Chrome on Windows", "Launcher"' }),
  agent: Type.String({ description: 'the User-Agent, cut at 256 characters' }),
  ip: Type.String(),
  current: Type.Boolean(),
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

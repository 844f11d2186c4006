import Type, { type Static } from 'typebox'
import { NameUntil } from '../account/names.ts'
import { Author, AuthorName } from '../author.ts'
import { IdentityKind } from '../credentials/linked-accounts.ts'
import { Grant } from '../permissions/grants.ts'
import { Instant, InstantOrNull, User, Uuid } from '../shapes.ts'

/**
 * The admin page of a player. `permissions` are personal nodes, in the form of the PATCH request;
 * `effectivePermissions` is the resulting set.
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
      subject: Type.String({ description: 'the permanent id of the account at the service' }),
      name: Type.String({ description: 'the name of the account at the service; may be empty' }),
      linkedAt: Instant,
      lastUsedAt: InstantOrNull,
    }),
    { description: 'linked accounts of other services, oldest first' },
  ),
  launcherPasswords: Type.Integer({ description: 'how many' }),
  gameSessions: Type.Integer({ description: 'open sessions that launchers began' }),
  editable: Type.Boolean({ description: 'whether the caller ranks above the player' }),
  accountEditable: Type.Boolean({
    description:
      'whether the caller also has the panel permissions of the player, and so may change the account',
  }),
  superuserEditable: Type.Boolean({ description: 'whether the caller may make superusers' }),
  lastLoginAt: InstantOrNull,
  lastSeenAt: Type.Union([Instant, Type.Null()], {
    description:
      'the last sign-in or use of an open session; the start of its day (UTC) if session and device are gone; null: none is known',
  }),
  playSeconds: Type.Integer({ description: 'play time that game servers reported' }),
  lastPlayedAt: InstantOrNull,
  formerNames: Type.Array(
    Type.Object({ ...NameUntil.properties, author: Author, authorName: AuthorName }),
    { description: 'newest first, at most 100' },
  ),
  keptNames: Type.Array(NameUntil, {
    description: 'former names that stay reserved for the player',
  }),
  inviter: Type.Union([Type.Object({ uuid: Uuid, username: Type.String() }), Type.Null()]),
})

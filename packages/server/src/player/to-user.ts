import type { User } from '@portal/contract'
import { isoInstant } from '../platform/clock.ts'
import type { Player } from './player.ts'

/** The player's own view of his account (answers, `User`). */
export function toUser(player: Player): User {
  return {
    uuid: player.id,
    username: player.username,
    email: player.email,
    locale: player.locale,
    activated: player.activatedAt !== null,
    twoFactorEnabled: player.totpEnabledAt !== null,
    passwordChangeRequired: player.passwordChangeRequiredAt !== null,
    real: player.realCents / 100,
    virtual: player.virtualCents / 100,
    roles: ['default'],
    groups: [],
    permissions: [],
    banned: false,
    banReason: '',
    banExpiresAt: null,
    textures: {},
    createdAt: isoInstant(player.createdAt),
  }
}

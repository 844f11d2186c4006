import type { PermissionId } from '@portal/contract'
import type { AuditAction } from '../../audit/audit.ts'
import type { Player } from '../player.ts'
import type { PlayerValues } from './edit-store.ts'

/** What an administrator wants of a player's own data; what is not named stays. */
export type WantedData = {
  username?: string | undefined
  email?: string | undefined
  activated?: boolean | undefined
  passwordChangeRequired?: boolean | undefined
}

/** One field that changes, and what the audit says of it. */
export type FieldEdit = {
  action: AuditAction
  before: string
  after: string
  values: PlayerValues
}

/** What somebody has to be allowed who names these fields, whether or not they change. */
export function permissionsFor(wanted: WantedData): PermissionId[] {
  const { username, email, passwordChangeRequired, activated } = wanted
  const edits = [username, email, passwordChangeRequired].some((value) => value !== undefined)
  return [
    ...(edits ? (['panel.players.edit'] as const) : []),
    ...(activated === undefined ? [] : (['panel.players.activate'] as const)),
  ]
}

/** The fields that are not yet as they are wanted. */
export function editsOf(player: Player, wanted: WantedData, now: number): FieldEdit[] {
  const { username = player.username, email = player.email } = wanted
  const wasActivated = player.activatedAt !== null
  const { activated = wasActivated } = wanted
  const wasRequired = player.passwordChangeRequiredAt !== null
  const { passwordChangeRequired: required = wasRequired } = wanted
  const edits: (FieldEdit | false)[] = [
    username !== player.username && {
      action: 'player.username',
      before: player.username,
      after: username,
      values: { username },
    },
    email !== player.email && {
      action: 'player.email',
      before: player.email,
      after: email,
      values: { email },
    },
    activated !== wasActivated && {
      action: 'player.activated',
      before: String(wasActivated),
      after: String(activated),
      values: { activatedAt: activated ? now : null },
    },
    required !== wasRequired && {
      action: 'password.change-required',
      before: String(wasRequired),
      after: String(required),
      values: { passwordChangeRequiredAt: required ? now : null },
    },
  ]
  return edits.filter((edit) => edit !== false)
}

import type { ColumnType, Generated } from 'kysely'
import { isoInstant } from '../../platform/clock.ts'
import { column, type Row } from './column.ts'
import {
  actorColumn,
  asStored,
  DUPLICATE,
  INTERNAL,
  IS_PLAYER,
  instant,
  json,
  money,
  OTHER_PERSON,
  picture,
  SECRET,
} from './export-rules.ts'

export type PlayerTable = Row<typeof PlayerTable>
export const PlayerTable = {
  id: column<string>(asStored('uuid')),
  username: column<string>(asStored('name')),
  username_key: column<string>(DUPLICATE),
  email: column<string | null>(asStored('email')),
  email_key: column<string | null>(DUPLICATE),
  password_hash: column<string>(SECRET),
  locale: column<string>(asStored('language')),
  created_at: column<ColumnType<number, number, never>>(instant('registeredAt')),
  activated_at: column<number | null>(instant('emailConfirmedAt')),
  /**
   * Since when the address of a self-registered account has been unconfirmed. Null once it is confirmed, and for
   * accounts that the owner created. The account may be active (`activated_at`) without confirmation if the site
   * requires none.
   */
  unconfirmed_since: column<number | null>(instant('waitsForConfirmationSince')),
  password_change_required_at: column<number | null>(instant('passwordChangeDemandedAt')),
  superuser_at: column<number | null>(instant('superuserSince')),
  inviter_id: column<string | null>({ as: 'wasInvited', read: (id) => id !== null }),
  real_cents: column<Generated<number>>(money('balanceReal')),
  virtual_cents: column<Generated<number>>(money('balanceVirtual')),
  /** The encrypted secret of 2FA. It is in use only if `totp_enabled_at` is set. */
  totp_sealed: column<string | null>(SECRET),
  totp_enabled_at: column<number | null>(instant('twoFactorSince')),
  /** The last time step whose 2FA code was accepted. */
  totp_last_step: column<Generated<number>>(INTERNAL),
  skin_hash: column<string | null>(picture('skin')),
  skin_twin_hash: column<string | null>(picture('skinIn64Pixels')),
  /** `slim` or `classic`; null for a player without a skin. */
  skin_model: column<string | null>(asStored('skinModel')),
  cape_hash: column<string | null>(picture('cape')),
  /** Since when the public profile is hidden; null while it is not. */
  profile_hidden_at: column<number | null>(instant('publicProfileHiddenSince')),
  /** Since when other players may wear the skin; null if they may not. */
  shares_skin_at: column<number | null>(instant('sharesSkinSince')),
  /** 1 if the player has or once had a role, a node, a rank or a ban, otherwise 0. A trigger sets it. */
  ever_given: column<Generated<number>>(INTERNAL),
  /** The first instant of the day (UTC) of the last visit; 0: none is known. */
  seen_on: column<Generated<number>>({
    as: 'lastVisitOn',
    read: (at) => (Number(at) === 0 ? null : isoInstant(Number(at))),
  }),
  /** When the player is deleted, if it was created for a self-test; null for all other players. */
  ends_at: column<number | null>(INTERNAL),
  /** When the account is going to be deleted; null if no deletion is scheduled. */
  deletes_at: column<number | null>(instant('isDeletedAt')),
}

export type BanTable = Row<typeof BanTable>
export const BanTable = {
  id: column<string>(INTERNAL),
  player_id: column<string>(IS_PLAYER),
  reason: column<string>(asStored('reason')),
  /** The author of the entry: a player's ID, or `command`. */
  author: column<string>(actorColumn('by')),
  created_at: column<number>(instant('at')),
  expires_at: column<number | null>(instant('endsAt')),
  lifted_at: column<number | null>(instant('liftedAt')),
  lifted_by: column<string | null>(actorColumn('liftedBy')),
}

/** A note of staff about a player, which the player cannot see. */
export type StaffNoteTable = Row<typeof StaffNoteTable>
export const StaffNoteTable = {
  id: column<string>(INTERNAL),
  player_id: column<string>(OTHER_PERSON),
  author: column<string>(IS_PLAYER),
  text: column<string>(OTHER_PERSON),
  created_at: column<number>(instant('at')),
}

export type BalanceEntryTable = Row<typeof BalanceEntryTable>
export const BalanceEntryTable = {
  id: column<string>(asStored('id')),
  player_id: column<string>(IS_PLAYER),
  real_cents: column<number>(money('real')),
  virtual_cents: column<number>(money('virtual')),
  reason: column<string>(asStored('reason')),
  author: column<string>(actorColumn('by')),
  created_at: column<number>(instant('at')),
}

/** The values that an import wrote, so that a later import does not overwrite changes made on this site. */
export type PlayerImportTable = Row<typeof PlayerImportTable>
export const PlayerImportTable = {
  player_id: column<string>(IS_PLAYER),
  source: column<string>(asStored('source')),
  /** The player's name on the previous site, in lower case. */
  name_key: column<string>(asStored('nameThere')),
  imported_at: column<number>(instant('at')),
  /** Fingerprints of the stored values (see import/plan/fingerprint.ts). */
  password_mark: column<string>(SECRET),
  email_mark: column<string>(SECRET),
  /**
   * When the import turned 2FA on; 0 if it did not. If `totp_enabled_at` differs, the player has changed 2FA since
   * then.
   */
  totp: column<number>(INTERNAL),
  /** Data that was imported together with the account, as JSON (see import/plan/related-data.ts). */
  belongings: column<Generated<string>>(json('cameAlong')),
  /** 1 if the player was imported without a password and has got no reset link yet, otherwise 0. */
  awaits_password: column<Generated<number>>(INTERNAL),
}

export type KeptNameTable = Row<typeof KeptNameTable>
export const KeptNameTable = {
  name_key: column<string>(DUPLICATE),
  player_id: column<string>(IS_PLAYER),
  name: column<string>(asStored('name')),
  until: column<number>(instant('until')),
}

export type FormerNameTable = Row<typeof FormerNameTable>
export const FormerNameTable = {
  id: column<string>(INTERNAL),
  player_id: column<string>(IS_PLAYER),
  name: column<string>(asStored('name')),
  author: column<string>(actorColumn('changedBy')),
  until: column<number>(instant('until')),
}

export type ExportLinkTable = Row<typeof ExportLinkTable>
export const ExportLinkTable = {
  hash: column<string>(SECRET),
  player_id: column<string>(IS_PLAYER),
  created_at: column<number>(instant('madeAt')),
  expires_at: column<number>(instant('endsAt')),
}

export type PlayerActivityTable = Row<typeof PlayerActivityTable>
export const PlayerActivityTable = {
  player_id: column<string>(IS_PLAYER),
  play_seconds: column<number>(asStored('playSeconds')),
  last_played_at: column<number>(instant('lastPlayedAt')),
  /** Up to when the play time is counted, while the player is in the game; null otherwise. */
  counted_until: column<number | null>(instant('inGameSince')),
}

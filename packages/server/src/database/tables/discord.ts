import { column, type Row } from './column.ts'
import { asStored, INTERNAL, IS_PLAYER, instant } from './export-rules.ts'

export type DiscordBotTable = {
  id: string
  server: string | null
  token_sealed: string | null
  enabled: number
  /** Why the bot does not work: `token`, `server` or `away`; null if it works. */
  problem: string | null
  /** When all accounts were last marked for a comparison of their roles. */
  reconciled_at: number | null
}

/**
 * Maps a role or donor rank (`bundle_id`) to a role on Discord. Players with the role or rank get the role on Discord.
 */
export type DiscordMappingTable = {
  kind: string
  bundle_id: string
  discord_role: string
  problem: string | null
  problem_at: number | null
}

/**
 * A Discord account whose roles are compared: a linked account, or an unlinked one that still has roles to be removed.
 */
export type DiscordMemberTable = Row<typeof DiscordMemberTable>
export const DiscordMemberTable = {
  discord_user: column<string>(asStored('idThere')),
  player_id: column<string>(IS_PLAYER),
  /** When the account's roles are compared next; null if only after the next change. */
  due_at: column<number | null>(instant('checkedNextAt')),
  /** 1 if only the regular comparison of all accounts is due; accounts with 0 are compared first. */
  routine: column<number>(INTERNAL),
  /** Counts changes: a change that arrives during a comparison causes another comparison. */
  mark: column<number>(INTERNAL),
  marked_at: column<number>(instant('changedAt')),
}

import { column, type Row } from './column.ts'
import { asStored, INTERNAL, IS_PLAYER, instant } from './export-rules.ts'

/** The bot whose roles follow the site. One row, with the id `bot`. */
export type DiscordBotTable = {
  id: string
  server: string | null
  token_sealed: string | null
  /** 1 or 0. */
  enabled: number
  /** `token`, `server` or `away`; null: none. */
  problem: string | null
  /** When all accounts were last marked to be checked. */
  reconciled_at: number | null
}

/** Players with a role or donor rank (`bundle_id`) get a role on Discord. */
export type DiscordMappingTable = {
  /** `role` or `group`. */
  kind: string
  bundle_id: string
  discord_role: string
  problem: string | null
  problem_at: number | null
}

/** A Discord account that is linked, or whose roles have not been taken away since it was unlinked. */
export type DiscordMemberTable = Row<typeof DiscordMemberTable>
export const DiscordMemberTable = {
  discord_user: column<string>(asStored('idThere')),
  player_id: column<string>(IS_PLAYER),
  /** When its roles are to be compared; null: after the next change. */
  due_at: column<number | null>(instant('checkedNextAt')),
  /** 1 if only a reconciliation wants it, which waits for other accounts. */
  routine: column<number>(INTERNAL),
  /** Counts the changes, so that one that comes during a comparison causes another one. */
  mark: column<number>(INTERNAL),
  marked_at: column<number>(instant('changedAt')),
}

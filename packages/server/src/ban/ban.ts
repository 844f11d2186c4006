/** A ban as it stands in a player's history. `author` is a player's id, or `command`. */
export type Ban = {
  id: string
  reason: string
  author: string
  createdAt: number
  /** Null: for good. */
  expiresAt: number | null
  liftedAt: number | null
  liftedBy: string | null
}

/** Whether a ban holds at an instant; nothing has to happen for it to end. */
export function isRunning({ expiresAt, liftedAt }: Ban, now: number): boolean {
  return liftedAt === null && (expiresAt === null || expiresAt > now)
}

/** A ban of a player. `author` is the ID of the player who imposed it, or `command`. */
export type Ban = {
  id: string
  reason: string
  author: string
  createdAt: number
  expiresAt: number | null
  liftedAt: number | null
  liftedBy: string | null
}

/** Whether a ban is in effect at an instant: it was not lifted and has not expired. */
export function isRunning({ expiresAt, liftedAt }: Ban, now: number): boolean {
  return liftedAt === null && (expiresAt === null || expiresAt > now)
}

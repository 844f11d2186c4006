/** A ban in a player's history. `author` is a player's id, or `command`. */
export type Ban = {
  id: string
  reason: string
  author: string
  createdAt: number
  expiresAt: number | null
  liftedAt: number | null
  liftedBy: string | null
}

/** Whether a ban is in effect at an instant. It expires without any action. */
export function isRunning({ expiresAt, liftedAt }: Ban, now: number): boolean {
  return liftedAt === null && (expiresAt === null || expiresAt > now)
}

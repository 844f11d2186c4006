const LOOK_EVERY = 1000

/**
 * Ends the process when its host is gone, on SIGTERM, and when `stop` is called; `remove` is run
 * last. SIGINT and SIGHUP of a terminal concern the host, which then stops its modules itself.
 *
 * The host's death shows in the parent's id alone: stdin is the host's own console or nothing, so it
 * must not be read, and its end says nothing.
 */
export function openLifetime(remove: () => void): { stop: () => void } {
  const host = process.ppid
  const stop = (): void => process.exit(0)

  process.on('exit', remove)
  process.on('SIGTERM', stop)
  process.on('SIGINT', () => undefined)
  process.on('SIGHUP', () => undefined)
  setInterval(() => {
    if (process.ppid !== host || !isAlive(host)) stop()
  }, LOOK_EVERY).unref()
  return { stop }
}

/** On Windows an orphan keeps its parent's id. */
function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

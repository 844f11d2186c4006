const POLL_INTERVAL = 1000

/**
 * Ends the process when its host is gone, on SIGTERM, and when `stop` is called. SIGINT and SIGHUP from a terminal are
 * for the host, which stops its modules itself. The death of the host shows only in the parent's process ID: stdin is
 * the host's own console or nothing, and must not be read.
 */
export function watchHost(remove: () => void): { stop: () => void } {
  const host = process.ppid
  const stop = (): void => process.exit(0)

  process.on('exit', remove)
  process.on('SIGTERM', stop)
  process.on('SIGINT', () => undefined)
  process.on('SIGHUP', () => undefined)
  setInterval(() => {
    if (process.ppid !== host || !isAlive(host)) stop()
  }, POLL_INTERVAL).unref()
  return { stop }
}

/** Whether a process exists. Needed on Windows, where a process keeps the id of a parent that has ended. */
function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

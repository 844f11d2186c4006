import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where a site keeps its data: in `folder/data`, and in PostgreSQL unless `databaseUrl` is empty. */
export type Place = { folder: string; databaseUrl: string }

/** Creates a folder that is removed when the process ends for any reason. */
export function atExitRemoved(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  exitOnSignals()
  return folder
}

/** Turns signals into exits, so that cleanup at exit also runs when the process is stopped. */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
}

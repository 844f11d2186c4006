import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where a site keeps its data: `folder/data`, and PostgreSQL unless `databaseUrl` is empty. */
export type Place = { folder: string; databaseUrl: string }

/** A new folder, gone however the process ends. */
export function atExitRemoved(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  return folder
}

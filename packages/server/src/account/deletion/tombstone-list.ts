import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import type { Db } from '../../database/database.ts'
import { backupFolder } from '../../platform/backup-folder.ts'
import { isoInstant } from '../../platform/clock.ts'
import { listHusks, listPresent } from '../../players/deletion-store.ts'

const LINE = /^([0-9a-f-]{36}) (\S+)$/
const ASKED_AT_ONCE = 500

/** Where each server keeps who was deleted, so that an old backup does not bring them back unnoticed. */
export function huskListFile(folder: string): string {
  return join(folder, 'deleted-players.txt')
}

/** Reads a list: a line for each uuid, with the instant of the deletion. */
export async function readHuskList(file: string): Promise<Map<string, string>> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  const husks = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, id, at] = LINE.exec(line.trim()) ?? []
    if (id !== undefined && at !== undefined) husks.set(id, at)
  }
  return husks
}

/**
 * Adds to this server's list everybody whom the database knows as deleted, and those of another list. Nobody
 * is taken off it, because the database may be older than the list.
 */
export async function keepHuskList(
  { db, config, random }: Pick<App, 'db' | 'config' | 'random'>,
  more: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const folder = backupFolder(config)
  const file = huskListFile(folder)
  const listed = await readHuskList(file)
  const all = new Map([...listed, ...more])
  for (const { id, deletedAt } of await listHusks(db)) {
    if (!all.has(id)) all.set(id, isoInstant(deletedAt))
  }
  if (all.size === listed.size) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${random.bytes(6).toString('hex')}`
  const lines = [...all].map(([id, at]) => `${id} ${at}\n`)
  await writeFile(draft, lines.join(''), { mode: 0o600, flush: true })
  await rename(draft, file)
}

/** Lists those who are players although this server's list says that they were deleted. */
export async function listReturned({ db, config }: Pick<App, 'db' | 'config'>): Promise<string[]> {
  return presentOf(db, await readHuskList(huskListFile(backupFolder(config))))
}

/** Lists those on a list who are players. */
export async function presentOf(db: Db, husks: ReadonlyMap<string, string>): Promise<string[]> {
  const ids = [...husks.keys()]
  const present: string[] = []
  for (let from = 0; from < ids.length; from += ASKED_AT_ONCE) {
    present.push(...(await listPresent(db, ids.slice(from, from + ASKED_AT_ONCE))))
  }
  return present
}

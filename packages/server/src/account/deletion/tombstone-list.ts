import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import type { Db } from '../../database/database.ts'
import { backupFolder } from '../../platform/backup-folder.ts'
import { isoInstant } from '../../platform/clock.ts'
import { listExistingPlayerIds, listTombstones } from '../../players/deletion-store.ts'

const LINE_PATTERN = /^([0-9a-f-]{36}) (\S+)$/
const BATCH_SIZE = 500

/**
 * Returns the path of the file in which each server lists deleted players, to detect players whom an old backup
 * restores.
 */
export function tombstoneListFile(folder: string): string {
  return join(folder, 'deleted-players.txt')
}

/** Reads a list of deleted players. Each line has a UUID and the instant of the deletion. */
export async function readTombstoneList(file: string): Promise<Map<string, string>> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  const tombstones = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, id, at] = LINE_PATTERN.exec(line.trim()) ?? []
    if (id !== undefined && at !== undefined) tombstones.set(id, at)
  }
  return tombstones
}

/**
 * Adds to the list the tombstones in the database and those in another list. Never removes a line, because the database
 * may be older than the list.
 */
export async function appendToTombstoneList(
  { db, config, random }: Pick<App, 'db' | 'config' | 'random'>,
  more: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const folder = backupFolder(config)
  const file = tombstoneListFile(folder)
  const listed = await readTombstoneList(file)
  const all = new Map([...listed, ...more])
  for (const { id, deletedAt } of await listTombstones(db)) {
    if (!all.has(id)) all.set(id, isoInstant(deletedAt))
  }
  if (all.size === listed.size) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporaryFile = `${file}.${random.bytes(6).toString('hex')}`
  const lines = [...all].map(([id, at]) => `${id} ${at}\n`)
  await writeFile(temporaryFile, lines.join(''), { mode: 0o600, flush: true })
  await rename(temporaryFile, file)
}

/** Lists players who exist although this server's list names them as deleted: an old backup has restored them. */
export async function listRestoredPlayers({
  db,
  config,
}: Pick<App, 'db' | 'config'>): Promise<string[]> {
  return listPlayersAmong(db, await readTombstoneList(tombstoneListFile(backupFolder(config))))
}

export async function listPlayersAmong(
  db: Db,
  tombstones: ReadonlyMap<string, string>,
): Promise<string[]> {
  const ids = [...tombstones.keys()]
  const existing: string[] = []
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    existing.push(...(await listExistingPlayerIds(db, ids.slice(from, from + BATCH_SIZE))))
  }
  return existing
}

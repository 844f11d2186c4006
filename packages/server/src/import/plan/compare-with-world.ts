import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readPlayerId } from '../../players/player-id.ts'
import { ImportCommandRefused } from '../import-refused.ts'
import type { StagingDatabase } from './staging-store.ts'
import {
  findOwner,
  isIn,
  isKept,
  prepareForWorld,
  UUID_MODES,
  type UuidMode,
} from './world-store.ts'

/**
 * How many inventories on a game server still belong to a player after the import. Each inventory belongs to a UUID.
 */
export type Inventories = {
  total: number
  kept: number
  lost: { uuid: string; name?: string; reason: string }[]
  modes: Record<UuidMode, number>
}

/** The folders of a world with one file per player. The second is used since Minecraft 26. */
const FOLDERS = ['playerdata', 'players/data']

/**
 * Compares the UUIDs in a plan with the inventories in the world of a game server.
 * @throws ImportCommandRefused if the folder contains no file of a player
 */
export function compareWithWorld(staging: StagingDatabase, folder: string): Inventories {
  const uuids = listInventories(folder)
  if (uuids.length === 0) {
    throw new ImportCommandRefused(
      `--world ${folder}: no playerdata/*.dat in it, nor in its folders`,
    )
  }
  const names = readUserCache(folder)
  prepareForWorld(staging)
  const modes = { source: 0, premium: 0, offline: 0 }
  const lost: Inventories['lost'] = []
  for (const uuid of uuids) {
    for (const mode of Object.keys(UUID_MODES) as UuidMode[]) {
      if (isIn(staging, mode, uuid)) modes[mode] += 1
    }
    if (!isKept(staging, uuid)) lost.push(describeLost(staging, uuid, names.get(uuid)))
  }
  return { total: uuids.length, kept: uuids.length - lost.length, lost, modes }
}

function describeLost(staging: StagingDatabase, uuid: string, name: string | undefined) {
  const owner = findOwner(staging, uuid, name?.toLowerCase())
  const shown = name ?? owner?.name
  return { uuid, ...(shown !== undefined && { name: shown }), reason: reasonOf(owner, name) }
}

function reasonOf(owner: ReturnType<typeof findOwner>, name: string | undefined): string {
  if (!owner && name !== undefined) return `${name} is not in the source`
  if (!owner) return 'no player in the source has this uuid, and usercache.json does not name it'
  if (owner.state === 'skipped') return `${owner.name} is skipped: ${owner.reason}`
  if (owner.uuid) return `${owner.name} is imported with another uuid: ${owner.uuid}`
  return `${owner.name} is imported with a new uuid; --offline-uuids assigns that of an offline-mode server`
}

function listInventories(folder: string): string[] {
  const inside = existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory())
    : []
  const places = ['', ...inside.map(({ name }) => name)]
  const files = places.flatMap((index) =>
    FOLDERS.map((one) => join(folder, index, one))
      .filter((path) => existsSync(path))
      .flatMap((path) => readdirSync(path)),
  )
  const uuids = files.flatMap((name) =>
    name.endsWith('.dat') ? (readPlayerId(name.slice(0, -'.dat'.length)) ?? []) : [],
  )
  return [...new Set(uuids)].sort()
}

/** Reads the names of UUIDs from usercache.json. Without a readable file, returns an empty map. */
function readUserCache(folder: string): Map<string, string> {
  for (const index of [folder, dirname(folder)]) {
    try {
      const entries: unknown = JSON.parse(readFileSync(join(index, 'usercache.json'), 'utf8'))
      if (!Array.isArray(entries)) continue
      return new Map(
        entries.flatMap(({ uuid, name }) => {
          const id = readPlayerId(String(uuid))
          return id === undefined ? [] : [[id, String(name)]]
        }),
      )
    } catch {
      // try the next folder; without a readable file, the report contains no names
    }
  }
  return new Map()
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readPlayerId } from '../../players/player-id.ts'
import { ImportRefused } from '../import-refused.ts'
import type { Scratch } from './staging-store.ts'
import {
  findOwner,
  isIn,
  isKept,
  prepareForWorld,
  UUID_MODES,
  type UuidMode,
} from './world-store.ts'

/** How many players of a game server keep their inventory, which belongs to a uuid. */
export type Inventories = {
  total: number
  kept: number
  lost: { uuid: string; name?: string; reason: string }[]
  /** How many each way of getting uuids would keep. */
  modes: Record<UuidMode, number>
}

/** Where game servers keep a file a player; the last is that of worlds since Minecraft 26. */
const FOLDERS = ['playerdata', 'players/data']

/**
 * Compares the plan with the folder of a game server, or of its world.
 *
 * @throws ImportRefused when no file of a player is in it.
 */
export function compareWithWorld(scratch: Scratch, folder: string): Inventories {
  const uuids = listInventories(folder)
  if (uuids.length === 0) {
    throw new ImportRefused(`--world ${folder}: no playerdata/*.dat in it, nor in its folders`)
  }
  const names = readUserCache(folder)
  prepareForWorld(scratch)
  const modes = { source: 0, premium: 0, offline: 0 }
  const lost: Inventories['lost'] = []
  for (const uuid of uuids) {
    for (const mode of Object.keys(UUID_MODES) as UuidMode[]) {
      if (isIn(scratch, mode, uuid)) modes[mode] += 1
    }
    if (!isKept(scratch, uuid)) lost.push(describeLost(scratch, uuid, names.get(uuid)))
  }
  return { total: uuids.length, kept: uuids.length - lost.length, lost, modes }
}

function describeLost(scratch: Scratch, uuid: string, name: string | undefined) {
  const owner = findOwner(scratch, uuid, name?.toLowerCase())
  const shown = name ?? owner?.name
  return { uuid, ...(shown !== undefined && { name: shown }), reason: reasonOf(owner, name) }
}

function reasonOf(owner: ReturnType<typeof findOwner>, name: string | undefined): string {
  if (!owner && name !== undefined) return `${name} is not in the source`
  if (!owner) return 'nobody in the source has this uuid, and usercache.json does not name it'
  if (owner.state === 'skipped') return `${owner.name} is left out: ${owner.reason ?? ''}`
  if (owner.uuid) return `${owner.name} comes with another uuid: ${owner.uuid}`
  return `${owner.name} comes with a new uuid; --offline-uuids gives that of an offline-mode server`
}

function listInventories(folder: string): string[] {
  const inside = existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory())
    : []
  const places = ['', ...inside.map(({ name }) => name)]
  const files = places.flatMap((place) =>
    FOLDERS.map((one) => join(folder, place, one))
      .filter((path) => existsSync(path))
      .flatMap((path) => readdirSync(path)),
  )
  const uuids = files.flatMap((name) =>
    name.endsWith('.dat') ? (readPlayerId(name.slice(0, -'.dat'.length)) ?? []) : [],
  )
  return [...new Set(uuids)].sort()
}

/** Reads the names that the game server knows; a missing or broken file names nobody. */
function readUserCache(folder: string): Map<string, string> {
  for (const place of [folder, dirname(folder)]) {
    try {
      const entries: unknown = JSON.parse(readFileSync(join(place, 'usercache.json'), 'utf8'))
      if (!Array.isArray(entries)) continue
      return new Map(
        entries.flatMap(({ uuid, name }) => {
          const id = readPlayerId(String(uuid))
          return id === undefined ? [] : [[id, String(name)]]
        }),
      )
    } catch {
      // Looked for in the next place; without it the report has no names.
    }
  }
  return new Map()
}

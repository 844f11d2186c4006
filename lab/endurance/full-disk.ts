import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSmallDisk } from '../../packages/server/test/process/small-disk.ts'
import { openSite } from './chaos-site.ts'
import { allBroken, type Findings, integrityFaults, work } from './kills.ts'
import type { Promised } from './ledger.ts'
import type { Place } from './place.ts'
import { ask } from './site-client.ts'

const BUSY_FOR = 1_500
const FULL_FOR = 3_000
/** More than the 16 MB to which the WAL of SQLite grows before a checkpoint. */
const DISK_MEGABYTES = 64

/**
 * Fills the disk of a busy site. The site must refuse changes, serve reads, and recover when there is
 * space.
 */
export async function surviveFullDisk(place: Place): Promise<Findings> {
  using disk = openSmallDisk(DISK_MEGABYTES)
  symlinkSync(disk.folder, join(place.folder, 'data'))
  const site = await openSite(place, disk.env)
  const players: Promised[] = []
  const life = { isOver: false }
  const faults: string[] = []
  const workers = Array.from({ length: 4 }, () => work(site, players, life))
  await sleep(BUSY_FOR)

  disk.fill(site.pid)
  await sleep(FULL_FOR)
  const [first] = players
  const as = `Bearer ${first?.accessToken}`
  const read = await ask(site.port, { method: 'GET', path: '/auth/me', as })
  if (read.status !== 200) faults.push(`GET /auth/me on a full disk: ${read.status}`)
  const before = players.length
  disk.free(site.pid)
  await sleep(BUSY_FOR)
  life.isOver = true
  await Promise.all(workers)

  if (players.length === before) faults.push('nobody could register when there was room again')
  faults.push(...(await allBroken(site, players)))
  await site.stop()
  faults.push(...integrityFaults(place))
  return { summary: `full for ${FULL_FOR} ms, ${players.length} players`, faults }
}

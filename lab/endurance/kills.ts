import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSite, reopenSite, type Site } from './chaos-site.ts'
import { dress, findBroken, type Promised, pay, refresh, register, signOut } from './ledger.ts'
import type { Place } from './place.ts'

/** The result of a trial. An empty list of faults means that the site has kept its promises. */
export type Findings = { summary: string; faults: string[] }

const WORKERS = 12
/** The longest time before the site is killed, in milliseconds. */
const LONGEST_LIFE = 1_500

/** Kills the busy site at random moments, and checks each time that no data is lost. */
export async function surviveKills(place: Place, kills: number): Promise<Findings> {
  const everybody: Promised[] = []
  const faults: string[] = []
  let site = await openSite(place)
  for (let kill = 1; kill <= kills; kill += 1) {
    const round = await workUntilKilled(site)
    everybody.push(...round)
    faults.push(...integrityFaults(place))
    site = await reopenSite(place, site)
    faults.push(...(await allBroken(site, round)))
  }
  faults.push(...(await allBroken(site, everybody)))
  await site.stop()
  return { summary: `${kills} kills, ${everybody.length} players`, faults }
}

/** Runs workers for a random time. @returns the players whose requests were confirmed */
async function workUntilKilled(site: Site): Promise<Promised[]> {
  const players: Promised[] = []
  const life = { isOver: false }
  const workers = Array.from({ length: WORKERS }, () => work(site, players, life))
  await sleep(Math.random() * LONGEST_LIFE)
  site.kill()
  life.isOver = true
  await Promise.all(workers)
  return players
}

/** Creates players and sends their requests one after another until the site is killed. */
export async function work(
  site: Site,
  players: Promised[],
  life: { isOver: boolean },
): Promise<void> {
  while (!life.isOver) {
    const player = await register(site)
    if (!player) continue
    players.push(player)
    for (const act of [refresh, pay, dress, pay, refresh, refresh]) {
      if (!life.isOver) await act(site, player)
    }
    if (!life.isOver && Math.random() < 0.3) await signOut(site, player)
  }
}

/** Lists the promises to these players that the site has broken. */
export async function allBroken(site: Site, players: readonly Promised[]): Promise<string[]> {
  const faults: string[] = []
  for (const player of players) faults.push(...(await findBroken(site, player)))
  return faults
}

/** Checks the database file with SQLite's own pragmas; PostgreSQL checks its files itself. */
export function integrityFaults({ folder, databaseUrl }: Place): string[] {
  const file = join(folder, 'data', 'portal.db')
  if (databaseUrl || !existsSync(file)) return []
  using db = new DatabaseSync(file)
  const answers = [
    ...db.prepare('pragma integrity_check').all(),
    ...db.prepare('pragma foreign_key_check').all(),
  ]
  const told = answers.map((row) => JSON.stringify(row))
  return told.filter((text) => text !== '{"integrity_check":"ok"}')
}

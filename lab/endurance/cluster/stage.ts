import { setTimeout as sleep } from 'node:timers/promises'
import { type MailServer, openMailServer } from '../../../packages/server/test/support/smtp.ts'
import { ask } from '../site-client.ts'
import { logIn, newPlayer, PASSWORD, type Player } from './clients.ts'
import { type Cluster, openCluster } from './cluster.ts'
import {
  type ConnectionMode,
  createOwner,
  type RunningPortal,
  startPortal,
  wirePortal,
} from './portals.ts'

/** The installation with two Portals, and its clients. */
export type Stage = {
  cluster: Cluster
  mail: MailServer
  way: ConnectionMode
  portals: RunningPortal[]
  owner: string
  players: Player[]
}

const PLAYERS = 12
const READY_WITHIN = 60_000

export async function openStage(folder: string): Promise<Stage> {
  const cluster = await openCluster(folder)
  const mail = await openMailServer()
  const portals = await startPortals({ cluster, mail }, 'haproxy')
  return withPlayers({ cluster, mail, way: 'haproxy', portals })
}

/** Creates an administrator and players on an empty site. */
export async function withPlayers(empty: Omit<Stage, 'owner' | 'players'>): Promise<Stage> {
  const [portal] = empty.portals
  if (!portal) throw new Error('no Portal runs')
  await createOwner(portal, PASSWORD)
  const { body } = await logIn(portal.origin, { username: 'Owner' })
  const players: Player[] = []
  while (players.length < PLAYERS) players.push(await newPlayer(portal.origin))
  return { ...empty, owner: `Bearer ${body.accessToken}`, players }
}

export async function startPortals(
  { cluster, mail }: Pick<Stage, 'cluster' | 'mail'>,
  way: ConnectionMode,
): Promise<RunningPortal[]> {
  const portals: RunningPortal[] = []
  for (const machine of [cluster.one, cluster.two]) {
    portals.push(await startPortal(await wirePortal(cluster, machine, way), mail.url))
  }
  return portals
}

/** Connects both Portals to the database in another way. */
export async function goThrough(stage: Stage, way: ConnectionMode): Promise<void> {
  for (const portal of stage.portals) {
    await portal.stop()
    for (const wire of portal.wires) await wire.close()
  }
  stage.portals = await startPortals(stage, way)
  stage.way = way
}

export async function restart(stage: Stage, ended: RunningPortal): Promise<void> {
  const started = await startPortal({ ...ended, program: undefined }, stage.mail.url)
  stage.portals = stage.portals.map((portal) => (portal === ended ? started : portal))
}

export function everyWire({ portals }: Stage) {
  return portals.flatMap(({ wires }) => wires)
}

/** Waits until every Portal is ready and the database has its standby again. */
export async function untilWhole({ cluster, portals }: Stage): Promise<void> {
  await cluster.whole()
  for (const { origin, hasEnded } of portals) {
    const end = performance.now() + READY_WITHIN
    while ((await ask(origin, { method: 'GET', path: '/health/ready' })).status !== 200) {
      if (hasEnded()) throw new Error(`the Portal at ${origin} has ended by itself`)
      if (performance.now() > end) throw new Error(`the Portal at ${origin} does not recover`)
      await sleep(50)
    }
  }
}

import type { Db } from '../database/database.ts'
import { bareHost } from '../platform/network/private-address.ts'
import type { Config } from './config.ts'
import { readGameServers } from './game-servers.ts'
import { findSetting, upsertSetting } from './setting-store.ts'

/** The row beside the settings that lists the hosts of game servers that a superuser entered. */
const ROW = 'gameServers.trusted'

/** Whether a game server may be on this machine or its network: by the environment, or as a superuser entered it. */
export async function mayGameHostBeInside(
  { db, config }: { db: Db; config: Pick<Config, 'allowPrivateHosts'> },
  host: string,
): Promise<boolean> {
  const bare = bareHost(host)
  return config.allowPrivateHosts.includes(bare) || (await listTrustedHosts(db)).includes(bare)
}

/**
 * Lists the hosts of game servers that a superuser entered. Until somebody changes the servers, those that are
 * there count as such: they are from before the site told superusers apart.
 */
export async function listTrustedHosts(db: Db): Promise<string[]> {
  const kept = await findSetting(db, ROW)
  if (kept !== undefined) return kept.split(' ').filter(Boolean)
  return hostsIn((await findSetting(db, 'gameServers')) ?? '')
}

export async function keepTrustedHosts(db: Db, hosts: readonly string[]): Promise<void> {
  await upsertSetting(db, { name: ROW, value: hosts.join(' ') })
}

/** Lists the hosts in the stored form of the setting. */
export function hostsIn(gameServers: string): string[] {
  return (readGameServers(gameServers) ?? []).map(({ host }) => bareHost(host))
}

import type { Db } from '../database/database.ts'
import { bareHost } from '../platform/network/private-address.ts'
import type { Config } from './config.ts'
import { readGameServers } from './game-servers.ts'
import { findSetting, upsertSetting } from './setting-store.ts'

/**
 * The name of the row with the hosts of game servers that a superuser has approved. It is in the table of settings, but
 * is not a setting.
 */
const ROW = 'gameServers.trusted'

export async function isGameHostAllowedInside(
  { db, config }: { db: Db; config: Pick<Config, 'allowPrivateHosts'> },
  host: string,
): Promise<boolean> {
  const bare = bareHost(host)
  return config.allowPrivateHosts.includes(bare) || (await listTrustedHosts(db)).includes(bare)
}

/**
 * Returns the hosts of game servers that a superuser has approved. If there is no such list, returns all current hosts:
 * they were entered before superusers had to approve hosts.
 */
export async function listTrustedHosts(db: Db): Promise<string[]> {
  const kept = await findSetting(db, ROW)
  if (kept !== undefined) return kept.split(' ').filter(Boolean)
  return hostsIn((await findSetting(db, 'gameServers')) ?? '')
}

export async function storeTrustedHosts(db: Db, hosts: readonly string[]): Promise<void> {
  await upsertSetting(db, { name: ROW, value: hosts.join(' ') })
}

export function hostsIn(gameServers: string): string[] {
  return (readGameServers(gameServers) ?? []).map(({ host }) => bareHost(host))
}

import type { Db } from '../database/database.ts'
import { bareHost } from '../platform/network/private-address.ts'
import type { Config } from './config.ts'
import { readGameServers } from './game-servers.ts'
import { findSetting, upsertSetting } from './setting-store.ts'

/** The row, beside the settings, with the hosts of game servers that a superuser entered. */
const ROW = 'gameServers.trusted'

export async function isGameHostAllowedInside(
  { db, config }: { db: Db; config: Pick<Config, 'allowPrivateHosts'> },
  host: string,
): Promise<boolean> {
  const bare = bareHost(host)
  return config.allowPrivateHosts.includes(bare) || (await listTrustedHosts(db)).includes(bare)
}

/** Returns all current hosts if the row is missing: they were entered before superusers approved hosts. */
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

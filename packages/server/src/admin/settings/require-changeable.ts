import { isAnnounced, isForSuperusers, type SettingName, settingRows } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import type { Work } from '../../audit/change.ts'
import { findEditor } from '../../permissions/find-editor.ts'
import { tellSuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { type FieldFault, Refusal } from '../../platform/errors.ts'
import { bareHost, isLoopback, looksInside } from '../../platform/network/private-address.ts'
import { hostsIn, keepTrustedHosts, listTrustedHosts } from '../../settings/game-hosts.ts'

/** A setting that gets another value; both in their stored form. */
export type ChangedSetting = { name: SettingName; before: string; value: string }

/** What decides which hosts a setting may name. */
type Hosts = { allowed: readonly string[]; trusted: readonly string[]; isSuperuser: boolean }

/**
 * Checks who changes which setting to what, beside the form of the values: some are for superusers alone, and
 * addresses must not lead inside, or without TLS, unless somebody who may decide that has named the host. Tells
 * superusers of those that are announced. What is stored already stays as it is.
 *
 * @throws Refusal `auth.forbidden`; `request.invalid` naming the settings
 */
export async function requireChangeable(
  app: Pick<App, 'config'>,
  work: Work<Actor>,
  changes: readonly ChangedSetting[],
): Promise<void> {
  const { tx, by, now } = work
  const isSuperuser = (await findEditor(tx, by, now)).standing.superuser
  if (!isSuperuser && changes.some(({ name }) => isForSuperusers(name))) {
    throw new Refusal('auth.forbidden')
  }
  const trusted = await listTrustedHosts(tx)
  const hosts = { allowed: app.config.allowPrivateHosts, trusted, isSuperuser }
  const fields = changes.flatMap((change) => faultOf(change, hosts) ?? [])
  if (fields.length > 0) throw new Refusal('request.invalid', { fields })

  for (const { name, value } of changes) {
    if (name === 'gameServers') {
      const now = hostsIn(value)
      const kept = isSuperuser ? now : now.filter((host) => trusted.includes(host))
      await keepTrustedHosts(tx, kept)
    }
    if (isAnnounced(name)) {
      await tellSuperusers(app, work, {
        kind: 'setting-changed',
        whom: name,
        path: '/panel/settings',
      })
    }
  }
}

function faultOf({ name, value }: ChangedSetting, hosts: Hosts): FieldFault | undefined {
  if (value === '') return undefined
  switch (settingRows[name].kind) {
    case 'inquiry':
      return faultOfInquiry(name, new URL(value), hosts)
    case 'download': {
      if (value.startsWith('/')) return undefined
      const { protocol, hostname } = new URL(value)
      const isHere = hostname === 'localhost' || isLoopback(bareHost(hostname))
      return protocol === 'https:' || isHere ? undefined : { field: name, keyword: 'setting' }
    }
    case 'servers': {
      const known = [...hosts.allowed, ...hosts.trusted]
      const isProbe = hostsIn(value).some((host) => looksInside(host) && !known.includes(host))
      return isProbe && !hosts.isSuperuser ? { field: name, keyword: 'insideserver' } : undefined
    }
    default:
      return undefined
  }
}

/** Names and passwords go there, so it is a host of the internet with TLS, or one that the environment names. */
function faultOfInquiry(name: SettingName, url: URL, { allowed }: Hosts): FieldFault | undefined {
  if (allowed.includes(bareHost(url.hostname))) return undefined
  if (looksInside(url.hostname)) return { field: name, keyword: 'insidehost' }
  return url.protocol === 'https:' ? undefined : { field: name, keyword: 'setting' }
}

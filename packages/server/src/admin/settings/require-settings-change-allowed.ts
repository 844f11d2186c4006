import {
  isSuperusersOnly,
  notifiesSuperusers,
  type SettingName,
  settingDefinitions,
} from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import type { UnitOfWork } from '../../audit/change.ts'
import { findEditor } from '../../permissions/find-editor.ts'
import { notifySuperusers } from '../../permissions/superusers/notify-superusers.ts'
import { type FieldFault, Refusal } from '../../platform/errors.ts'
import { bareHost, isLoopback, looksInside } from '../../platform/network/private-address.ts'
import { hostsIn, listTrustedHosts, storeTrustedHosts } from '../../settings/game-hosts.ts'

export type ChangedSetting = { name: SettingName; before: string; value: string }

type HostRules = { allowed: readonly string[]; trusted: readonly string[]; isSuperuser: boolean }

/**
 * Checks the permissions for changed settings, and the addresses in them; does not check unchanged values. Some
 * settings are only for superusers. An address must have TLS and not be in the private network, unless the environment
 * or a superuser has allowed its host. Notifies superusers of changes that the contract marks as announced.
 * @throws Refusal `auth.forbidden`; `request.invalid` naming the settings
 */
export async function requireSettingsChangeAllowed(
  app: Pick<App, 'config'>,
  work: UnitOfWork<Actor>,
  changes: readonly ChangedSetting[],
): Promise<void> {
  const { tx, by, now } = work
  const isSuperuser = (await findEditor(tx, by, now)).permissions.superuser
  if (!isSuperuser && changes.some(({ name }) => isSuperusersOnly(name))) {
    throw new Refusal('auth.forbidden')
  }
  const trusted = await listTrustedHosts(tx)
  const hosts = { allowed: app.config.allowPrivateHosts, trusted, isSuperuser }
  const fields = changes.flatMap((change) => faultOf(change, hosts) ?? [])
  if (fields.length > 0) throw new Refusal('request.invalid', { fields })

  for (const { name, value } of changes) {
    if (name === 'gameServers') {
      const now = hostsIn(value)
      const previous = isSuperuser ? now : now.filter((host) => trusted.includes(host))
      await storeTrustedHosts(tx, previous)
    }
    if (notifiesSuperusers(name)) {
      await notifySuperusers(app, work, {
        kind: 'setting-changed',
        targetName: name,
        path: `/panel/settings#setting-${name}`,
      })
    }
  }
}

function faultOf({ name, value }: ChangedSetting, hosts: HostRules): FieldFault | undefined {
  if (value === '') return undefined
  switch (settingDefinitions[name].kind) {
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

/**
 * Checks the address of the previous site. The site sends it names and passwords, so it must be an https host of the
 * internet or an allowed host.
 * @returns undefined if it is allowed
 */
function faultOfInquiry(
  name: SettingName,
  url: URL,
  { allowed }: HostRules,
): FieldFault | undefined {
  if (allowed.includes(bareHost(url.hostname))) return undefined
  if (looksInside(url.hostname)) return { field: name, keyword: 'insidehost' }
  return url.protocol === 'https:' ? undefined : { field: name, keyword: 'setting' }
}

import { type endpoints, protocols } from '@portal/contract'
import type { Static } from 'typebox'
import type { App } from '../../app.ts'
import { isConnectOn } from './connect.ts'

/** The hosts of the game's own services, and the paths below `/yggdrasil` that replace them. */
const SERVICES = {
  'api.mojang.com': 'api',
  'authserver.mojang.com': 'authserver',
  'sessionserver.mojang.com': 'sessionserver',
  'api.minecraftservices.com': 'minecraftservices',
}

/** Describes the site to launchers and game servers (docs/launcher-protocols.md#yggdrasil). */
export async function describeSite({
  config,
  version,
  settings,
  keys,
  needsSetup,
}: Pick<App, 'config' | 'version' | 'settings' | 'keys' | 'needsSetup'>): Promise<
  Static<typeof endpoints.showYggdrasil.reply>
> {
  const values = await settings.read()
  const { siteName, registrationOpen } = values
  const mayRegister = registrationOpen && !(await needsSetup())
  const key = await keys.yggdrasil.find()
  const { publicUrl } = config
  const { hostname, host } = new URL(publicUrl)
  const home = `${host}${protocols.yggdrasil.pathPrefix}`
  return {
    meta: {
      serverName: siteName,
      implementationName: 'portal',
      implementationVersion: version,
      links: {
        homepage: `${publicUrl}/`,
        ...(mayRegister && { register: `${publicUrl}/register` }),
      },
      'feature.enable_profile_key': true,
      'feature.non_email_login': true,
      'feature.no_mojang_namespace': true,
      ...(isConnectOn(values) && publicUrl.startsWith('https:') && connectFeatures(publicUrl)),
    },
    serverRoutes: Object.fromEntries(
      Object.entries(SERVICES).map(([service, path]) => [service, `${home}/${path}`]),
    ),
    skinDomains: [hostname],
    ...(key && { signaturePublickey: key.publicPem }),
  }
}

/**
 * Returns the features which tell launchers that players sign in on a page of the site. Used only with https, which
 * launchers require.
 */
function connectFeatures(publicUrl: string) {
  return {
    'feature.no_email_login': true,
    'feature.openid_configuration_url': `${publicUrl}/.well-known/openid-configuration`,
  }
}

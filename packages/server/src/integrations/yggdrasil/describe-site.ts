import { dialects, type endpoints } from '@portal/contract'
import type { Static } from 'typebox'
import type { App } from '../../app.ts'

/** Hosts of the game's own services, and what stands for each below `/yggdrasil`. */
const SERVICES = {
  'api.mojang.com': 'api',
  'authserver.mojang.com': 'authserver',
  'sessionserver.mojang.com': 'sessionserver',
  'api.minecraftservices.com': 'minecraftservices',
}

/** Tells launchers and game servers about this site (docs/contract.md#yggdrasil). */
export async function describeSite({
  config,
  version,
  settings,
  keys,
  waitsForOwner,
}: Pick<App, 'config' | 'version' | 'settings' | 'keys' | 'waitsForOwner'>): Promise<
  Static<typeof endpoints.showYggdrasil.reply>
> {
  const { siteName, registrationOpen } = await settings.read()
  const mayRegister = registrationOpen && !(await waitsForOwner())
  const key = await keys.yggdrasil.find()
  const { publicUrl } = config
  const { hostname, host } = new URL(publicUrl)
  const home = `${host}${dialects.yggdrasil.below}`
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
    },
    serverRoutes: Object.fromEntries(
      Object.entries(SERVICES).map(([service, path]) => [service, `${home}/${path}`]),
    ),
    skinDomains: [hostname],
    ...(key && { signaturePublickey: key.publicPem }),
  }
}

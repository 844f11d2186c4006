import { type endpoints, protocols, publicSettingsOf, type Settings } from '@portal/contract'
import type { Static } from 'typebox'
import type { App } from '../app.ts'
import { findRelyingParty } from './relying-party.ts'

/**
 * Returns what pages need to know of the site. Works while the database is unavailable, so that pages open and can show
 * the outage.
 */
export async function siteBranding(
  app: Pick<
    App,
    'config' | 'version' | 'settings' | 'needsSetup' | 'pageLinks' | 'publicProviders'
  >,
) {
  const settings = await app.settings.read().catch(() => app.settings.last())
  const { accentColor, secondColor, logoUrl, iconUrl, homePicture } = settings
  const headers = apiLocation(settings)
  const needsOwner = await app.needsSetup().catch(() => false)
  return {
    accentColor,
    secondColor,
    logoUrl,
    iconUrl,
    homePicture,
    headers,
    config: await siteConfig(app, settings, needsOwner),
  }
}

/**
 * Returns the header by which a launcher finds the API, so that a player can enter the plain address of the site in the
 * launcher (docs/launcher-protocols.md#yggdrasil).
 */
export function apiLocation({ yggdrasil }: Settings): Record<string, string> {
  return yggdrasil
    ? { 'X-Authlib-Injector-API-Location': `${protocols.yggdrasil.pathPrefix}/` }
    : {}
}

export async function siteConfig(
  {
    config,
    version,
    pageLinks,
    publicProviders,
  }: Pick<App, 'config' | 'version' | 'pageLinks' | 'publicProviders'>,
  settings: Settings,
  needsOwner: boolean,
): Promise<Static<typeof endpoints.siteConfig.reply>> {
  const { captcha } = config
  const { links, agreements } = await pageLinks.read()
  return {
    ...publicSettingsOf(settings),
    version,
    waitsForOwner: needsOwner,
    pages: links,
    agreements,
    languages: ['ru', 'en'],
    passkeys: !('whyNot' in findRelyingParty(config.publicUrl)),
    identityProviders: await publicProviders.read(),
    captcha: captcha ? { provider: captcha.provider, siteKey: captcha.siteKey } : null,
  }
}

import { dialects, type endpoints, publicOf, type Settings } from '@portal/contract'
import type { Static } from 'typebox'
import type { App } from '../app.ts'
import { findRelyingParty } from './relying-party.ts'

/**
 * Returns the look that the owner chose for the pages, and the answer of `/config`. It also works while
 * the database is away, so that pages open and can say so.
 */
export async function siteLook(
  app: Pick<
    App,
    'config' | 'version' | 'settings' | 'waitsForOwner' | 'pageLinks' | 'shownProviders'
  >,
) {
  const settings = await app.settings.read().catch(() => app.settings.last())
  const { accentColor, logoUrl, iconUrl } = settings
  const headers = apiLocation(settings)
  const waits = await app.waitsForOwner().catch(() => false)
  return { accentColor, logoUrl, iconUrl, headers, config: await siteConfig(app, settings, waits) }
}

/**
 * Tells launchers where Yggdrasil is, so that a player may enter the plain address of the site
 * (docs/contract.md#yggdrasil).
 */
export function apiLocation({ yggdrasil }: Settings): Record<string, string> {
  return yggdrasil ? { 'X-Authlib-Injector-API-Location': `${dialects.yggdrasil.below}/` } : {}
}

/** Returns what pages need to know before anybody signs in (docs/contract.md#captcha-and-config). */
export async function siteConfig(
  {
    config,
    version,
    pageLinks,
    shownProviders,
  }: Pick<App, 'config' | 'version' | 'pageLinks' | 'shownProviders'>,
  settings: Settings,
  waits: boolean,
): Promise<Static<typeof endpoints.siteConfig.reply>> {
  const { captcha } = config
  const { links, agreements } = await pageLinks.read()
  return {
    ...publicOf(settings),
    version,
    waitsForOwner: waits,
    pages: links,
    agreements,
    languages: ['ru', 'en'],
    passkeys: !('whyNot' in findRelyingParty(config.publicUrl)),
    identityProviders: await shownProviders.read(),
    captcha: captcha ? { provider: captcha.provider, siteKey: captcha.siteKey } : null,
  }
}

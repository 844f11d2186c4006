import { type endpoints, publicOf, type Settings } from '@portal/contract'
import type { Static } from 'typebox'
import type { App } from '../app.ts'

/**
 * Returns the look that the owner chose for the pages, and the answer of `/config`. It also works while
 * the database is away, so that pages open and can say so.
 */
export async function siteLook(
  app: Pick<App, 'config' | 'version' | 'settings' | 'waitsForOwner'>,
) {
  const settings = await app.settings.read().catch(() => app.settings.last())
  const { accentColor, logoUrl, iconUrl } = settings
  const waits = await app.waitsForOwner.read().catch(() => false)
  return { accentColor, logoUrl, iconUrl, config: siteConfig(app, settings, waits) }
}

/** Returns what pages need to know before anybody signs in (docs/contract.md#captcha-and-config). */
export function siteConfig(
  { config, version }: Pick<App, 'config' | 'version'>,
  settings: Settings,
  waits: boolean,
): Static<typeof endpoints.siteConfig.reply> {
  const { captcha } = config
  return {
    ...publicOf(settings),
    version,
    waitsForOwner: waits,
    languages: ['ru', 'en'],
    captcha: captcha ? { provider: captcha.provider, siteKey: captcha.siteKey } : null,
  }
}

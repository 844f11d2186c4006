import type { endpoints } from '@portal/contract'
import type { Static } from 'typebox'
import type { App } from '../app.ts'
import type { Settings } from './setting.ts'

/** What a page needs to know before anybody signs in (answers, `/config`). */
export function siteConfig(
  { config, version }: Pick<App, 'config' | 'version'>,
  settings: Settings,
): Static<typeof endpoints.siteConfig.reply> {
  const { siteName, registrationOpen, emailConfirmation, defaultLanguage } = settings
  const { captcha } = config
  return {
    siteName,
    version,
    registrationOpen,
    emailConfirmation,
    languages: ['ru', 'en'],
    defaultLanguage,
    captcha: captcha ? { provider: captcha.provider, siteKey: captcha.siteKey } : null,
  }
}

import { mapSettings, type Settings, settingNames } from '@portal/contract'
import type { Db } from '../database/database.ts'
import { ttlCache } from '../platform/cache/ttl-cache.ts'
import { type Clock, SECOND } from '../platform/clock.ts'
import { defaultSettings, parseSetting } from './setting.ts'
import { listSettings } from './setting-store.ts'

const REFRESH_INTERVAL = 2 * SECOND

/** The settings of the site. They are read again after 2 s, so that changes by other instances are applied. */
export type SiteSettings = {
  read(): Promise<Settings>
  /** Returns the settings of the last read, for responses that must not wait for a query. */
  last(): Settings
  invalidate(): void
  onChange(follow: (settings: Settings) => void): void
}

export function siteSettings(
  app: { db: Db; clock: Clock },
  config: { smtpUrl: string },
): SiteSettings {
  let last = defaultSettings(config)
  const followers: ((settings: Settings) => void)[] = []
  const { read, invalidate } = ttlCache(app.clock, REFRESH_INTERVAL, async () => {
    last = await readSettings(app.db, config)
    for (const follow of followers) follow(last)
    return last
  })
  return {
    read,
    invalidate,
    last: () => last,
    onChange(follow) {
      followers.push(follow)
      follow(last)
    },
  }
}

export async function readSettings(db: Db, config: { smtpUrl: string }): Promise<Settings> {
  const defaults = defaultSettings(config)
  const stored = new Map((await listSettings(db)).map(({ name, value }) => [name, value]))
  return mapSettings<Settings>(settingNames, (name) => {
    const text = stored.get(name)
    return text === undefined ? defaults[name] : parseSetting(name, text)
  })
}

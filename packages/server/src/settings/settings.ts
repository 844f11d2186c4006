import { mapSettings, type Settings, settingNames } from '@portal/contract'
import type { Db } from '../database/database.ts'
import { memo } from '../platform/cache/ttl-cache.ts'
import { type Clock, SECOND } from '../platform/clock.ts'
import { defaultSettings, parseSetting } from './setting.ts'
import { listSettings } from './setting-store.ts'

const REREAD_AFTER = 2 * SECOND

/** The present settings of the site, read again every 2 s, so that changes by any instance arrive. */
export type SiteSettings = {
  read(): Promise<Settings>
  /** Returns what was read last, for answers that must not touch the database. */
  last(): Settings
  /** Makes the next `read` ask the database. */
  forget(): void
  /** Calls `follow` with the present settings, and whenever they are read again. */
  watch(follow: (settings: Settings) => void): void
}

export function siteSettings(
  app: { db: Db; clock: Clock },
  config: { smtpUrl: string },
): SiteSettings {
  let last = defaultSettings(config)
  const followers: ((settings: Settings) => void)[] = []
  const { read, forget } = memo(app.clock, REREAD_AFTER, async () => {
    last = await readSettings(app.db, config)
    for (const follow of followers) follow(last)
    return last
  })
  return {
    read,
    forget,
    last: () => last,
    watch(follow) {
      followers.push(follow)
      follow(last)
    },
  }
}

/** Reads the stored settings; those that are not stored have their default. */
export async function readSettings(db: Db, config: { smtpUrl: string }): Promise<Settings> {
  const defaults = defaultSettings(config)
  const stored = new Map((await listSettings(db)).map(({ name, value }) => [name, value]))
  return mapSettings<Settings>(settingNames, (name) => {
    const text = stored.get(name)
    return text === undefined ? defaults[name] : parseSetting(name, text)
  })
}

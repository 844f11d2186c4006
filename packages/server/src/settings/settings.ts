import { type Clock, SECOND } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import {
  defaultSettings,
  isSettingName,
  parseSetting,
  type SettingName,
  type Settings,
} from './setting.ts'
import { listSettings } from './setting-store.ts'

const REREAD_AFTER = 2 * SECOND

/** The site's settings as they stand, read again every 2 s: a change by any instance holds by then. */
export type SiteSettings = {
  read(): Promise<Settings>
  /** As last read; for answers that must not touch the database. */
  last(): Settings
  /** Makes the next `read` ask the database. */
  forget(): void
}

export function siteSettings(
  app: { db: Db; clock: Clock },
  config: { smtpUrl: string },
): SiteSettings {
  let settings = defaultSettings(config)
  let readAt = Number.NEGATIVE_INFINITY

  return {
    last: () => settings,
    forget() {
      readAt = Number.NEGATIVE_INFINITY
    },
    async read() {
      const now = app.clock.now()
      if (Math.abs(now - readAt) < REREAD_AFTER) return settings
      settings = await readSettings(app.db, config)
      readAt = now
      return settings
    },
  }
}

/** The defaults, overlaid with what is stored. */
export async function readSettings(db: Db, config: { smtpUrl: string }): Promise<Settings> {
  const settings = defaultSettings(config)
  for (const { name, value } of await listSettings(db)) {
    if (isSettingName(name)) assign(settings, name, value)
  }
  return settings
}

function assign<Name extends SettingName>(settings: Settings, name: Name, text: string): void {
  settings[name] = parseSetting(name, text)
}

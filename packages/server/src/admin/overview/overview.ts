import { setImmediate as yieldToRequests } from 'node:timers/promises'
import type { Overview } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { mailFolder } from '../../mail/mail-transport.ts'
import { countMails } from '../../mail/outbox-store.ts'
import { findEditor } from '../../permissions/find-editor.ts'
import { may } from '../../permissions/may.ts'
import { BACKUP_STALE_AFTER, listBackupFiles } from '../../platform/backup-folder.ts'
import { ttlCache } from '../../platform/cache/ttl-cache.ts'
import { DAY, isoInstant, MINUTE, startOfDay } from '../../platform/clock.ts'
import { countActive, countOnline, describeRecent } from './describe-recent.ts'
import { listFindings } from './finding-store.ts'
import {
  countLogins,
  countPlayers,
  countRegistrations,
  countSessions,
  hasNews,
  hasOwnRole,
  hasTexture,
  hasUsedLauncherKey,
  type IdSlice,
} from './overview-store.ts'

const DAYS_SHOWN = 30
const COUNT_INTERVAL = MINUTE
const SLICES = 64

type Deps = Pick<
  App,
  'db' | 'clock' | 'config' | 'version' | 'smtpConfig' | 'settings' | 'gameServers'
>
type Counts = Pick<Overview, 'players' | 'sessions' | 'days' | 'active'>
type Day = { registrations: number; logins: number }

/**
 * Makes a function that describes the site for the start page of the panel. Counts are at most a minute old, however
 * many callers there are, and each past day is counted only once. Viewers get only the parts that their permissions
 * allow.
 */
export function overviewOf(app: Deps): (viewer: Actor, yourAddress: string) => Promise<Overview> {
  const days = pastDays(app)
  const cachedCounts = ttlCache(app.clock, COUNT_INTERVAL, () => countNow(app, days))

  return async (viewer, yourAddress) => {
    const { permissions } = await findEditor(app.db, viewer, app.clock.now())
    const counts = await cachedCounts.read()
    const findings = may(permissions, 'panel.system.read') ? await listFindings(app.db) : []
    const { firstSteps, launcherBuilds } = await app.settings.read()
    const [newest] = await listBackupFiles(app.config)
    const by = (await app.smtpConfig.read()).source === 'none' ? 'file' : 'smtp'
    const facts = {
      builds: launcherBuilds.length > 0,
      mail: by === 'smtp',
      backup: newest !== undefined,
    }
    const hasSteps = firstSteps && may(permissions, 'panel.settings.edit')
    const steps = hasSteps ? await listSteps(app.db, facts) : []
    const folder = may(permissions, 'panel.mail.manage') ? mailFolder(app.config) : ''
    return {
      version: app.version,
      yourAddress,
      ...counts,
      online: await countOnline(app),
      ...(await describeRecent(app, permissions)),
      backup: newest ? { ...newest, madeAt: isoInstant(newest.madeAt) } : null,
      backupIsOld: newest
        ? app.clock.now() - newest.madeAt > BACKUP_STALE_AFTER
        : counts.players > 1,
      steps: steps.every(({ done }) => done) ? [] : steps,
      mail: { by, folder },
      mails: await countMails(app.db, app.clock.now()),
      findings: findings.map(({ at, ...finding }) => ({ ...finding, at: isoInstant(at) })),
    }
  }
}

async function listSteps(
  db: App['db'],
  { builds, mail, backup }: { builds: boolean; mail: boolean; backup: boolean },
): Promise<Overview['steps']> {
  return [
    { id: 'launcher', done: await hasUsedLauncherKey(db) },
    { id: 'builds', done: builds },
    { id: 'mail', done: mail },
    { id: 'role', done: await hasOwnRole(db) },
    { id: 'news', done: await hasNews(db) },
    { id: 'skin', done: await hasTexture(db) },
    { id: 'backup', done: backup },
  ]
}

async function countNow(app: Deps, days: (start: number) => Promise<Day>): Promise<Counts> {
  const today = startOfDay(app.clock.now())
  const shown: Overview['days'] = []
  for (let start = today - (DAYS_SHOWN - 1) * DAY; start <= today; start += DAY) {
    shown.push({ date: isoInstant(start).slice(0, 10), ...(await days(start)) })
  }
  const players = await countInSlices((slice) => countPlayers(app.db, slice))
  const sessions = await countInSlices((slice) => countSessions(app.db, slice))
  return { players, sessions, days: shown, active: await countActive(app) }
}

/**
 * Adds up the counts of all ranges of player IDs. SQLite counts in the main thread, so other requests run between two
 * ranges.
 */
async function countInSlices(count: (slice: IdSlice) => Promise<number>): Promise<number> {
  let sum = 0
  for (let slice = 0; slice < SLICES; slice += 1) {
    sum += await count({ from: sliceBoundary(slice), until: sliceBoundary(slice + 1) })
    await yieldToRequests()
  }
  return sum
}

/**
 * Returns the lower end of a range of player IDs: its first two hexadecimal digits. The end of the last range is `g`,
 * which is above all IDs. IDs are evenly distributed, so the ranges are equally large.
 */
function sliceBoundary(slice: number): string {
  return slice === SLICES ? 'g' : ((slice * 256) / SLICES).toString(16).padStart(2, '0')
}

/**
 * Makes a function that counts what happened on a day. A minute after the end of the day, the counts are final and
 * cached.
 */
function pastDays(app: Deps): (start: number) => Promise<Day> {
  const settled = new Map<number, Day>()

  return async (start) => {
    const known = settled.get(start)
    if (known) return known
    const span = { from: start, until: start + DAY }
    const registrations = await countRegistrations(app.db, span)
    const day = { registrations, logins: await countLogins(app.db, span) }
    await yieldToRequests()
    if (span.until + MINUTE <= app.clock.now()) settled.set(start, day)
    return day
  }
}

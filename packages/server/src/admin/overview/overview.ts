import { setImmediate as letOthersIn } from 'node:timers/promises'
import type { Overview } from '@portal/contract'
import type { App } from '../../app.ts'
import { mailFolder } from '../../mail/mail-transport.ts'
import { countMails } from '../../mail/outbox-store.ts'
import { BACKUP_OLD, listBackupFiles } from '../../platform/backup-folder.ts'
import { memo } from '../../platform/cache/ttl-cache.ts'
import { DAY, isoInstant, MINUTE } from '../../platform/clock.ts'
import { listFindings } from './finding-store.ts'
import {
  countLogins,
  countPlayers,
  countRegistrations,
  countSessions,
  hasNews,
  hasOwnRole,
  hasTexture,
  hasUsedKey,
  type IdSlice,
} from './overview-store.ts'

const DAYS_SHOWN = 30
const COUNTED_EVERY = MINUTE
const SLICES = 64

type Needs = Pick<App, 'db' | 'clock' | 'config' | 'version' | 'mailWays' | 'settings'>
type Counts = Pick<Overview, 'players' | 'sessions' | 'days'>
type Day = { registrations: number; logins: number }

/**
 * Makes a function that describes the site to a caller at the given address. Counts are at most a
 * minute old, however many ask, and a day that is over is counted only once.
 */
export function overviewOf(app: Needs): (yourAddress: string) => Promise<Overview> {
  const days = pastDays(app)
  const counted = memo(app.clock, COUNTED_EVERY, () => countNow(app, days))

  return async (yourAddress) => {
    const counts = await counted.read()
    const findings = await listFindings(app.db)
    const { firstSteps, launcherBuilds } = await app.settings.read()
    const [newest] = await listBackupFiles(app.config)
    const by = (await app.mailWays.read()).source === 'none' ? 'file' : 'smtp'
    const facts = {
      builds: launcherBuilds.length > 0,
      mail: by === 'smtp',
      backup: newest !== undefined,
    }
    const steps = firstSteps ? await listSteps(app.db, facts) : []
    return {
      version: app.version,
      yourAddress,
      ...counts,
      backup: newest ? { ...newest, madeAt: isoInstant(newest.madeAt) } : null,
      backupIsOld: newest ? app.clock.now() - newest.madeAt > BACKUP_OLD : counts.players > 1,
      steps: steps.every(({ done }) => done) ? [] : steps,
      mail: { by, folder: mailFolder(app.config) },
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
    { id: 'launcher', done: await hasUsedKey(db) },
    { id: 'builds', done: builds },
    { id: 'mail', done: mail },
    { id: 'role', done: await hasOwnRole(db) },
    { id: 'news', done: await hasNews(db) },
    { id: 'skin', done: await hasTexture(db) },
    { id: 'backup', done: backup },
  ]
}

async function countNow(app: Needs, days: (start: number) => Promise<Day>): Promise<Counts> {
  const today = Math.floor(app.clock.now() / DAY) * DAY
  const shown: Overview['days'] = []
  for (let start = today - (DAYS_SHOWN - 1) * DAY; start <= today; start += DAY) {
    shown.push({ date: isoInstant(start).slice(0, 10), ...(await days(start)) })
  }
  const players = await countInSlices((slice) => countPlayers(app.db, slice))
  const sessions = await countInSlices((slice) => countSessions(app.db, slice))
  return { players, sessions, days: shown }
}

/**
 * Counts slice by slice and adds the results up. SQLite counts in the thread that answers all
 * requests; between two slices the requests get their turn, so millions of rows delay nobody.
 */
async function countInSlices(count: (slice: IdSlice) => Promise<number>): Promise<number> {
  let sum = 0
  for (let slice = 0; slice < SLICES; slice += 1) {
    sum += await count({ from: edge(slice), until: edge(slice + 1) })
    await letOthersIn()
  }
  return sum
}

/** Returns the two hex digits where a slice begins; `g` comes after all ids. Ids spread evenly. */
function edge(slice: number): string {
  return slice === SLICES ? 'g' : ((slice * 256) / SLICES).toString(16).padStart(2, '0')
}

/** Makes a function that counts a day, and remembers the counts once a day is over by a minute. */
function pastDays(app: Needs): (start: number) => Promise<Day> {
  const settled = new Map<number, Day>()

  return async (start) => {
    const known = settled.get(start)
    if (known) return known
    const span = { from: start, until: start + DAY }
    const registrations = await countRegistrations(app.db, span)
    const day = { registrations, logins: await countLogins(app.db, span) }
    await letOthersIn()
    if (span.until + MINUTE <= app.clock.now()) settled.set(start, day)
    return day
  }
}

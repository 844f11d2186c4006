import { speaksPostgres } from '../../database/database.ts'
import { SECOND } from '../../platform/clock.ts'
import { readableInstant } from '../../platform/text/readable-instant.ts'
import type { Check, CheckContext, CheckResult } from './check.ts'
import { readPostgres } from './doctor-store.ts'
import { fetchUrl } from './fetch-url.ts'

/**
 * The difference of clocks that needs no warning. It is well below the 30 s that TOTP codes tolerate, and above the
 * error of the header `Date`, which has only whole seconds.
 */
const TOLERATED = 5 * SECOND
const MAX_DIFFERENCE = 30 * SECOND

/** How far the clock of this machine is ahead; negative if it is behind. */
type Difference = { milliseconds: number; of: string }

export const clockCheck: Check = {
  id: 'clock',
  title: { ru: 'Часы', en: 'Clock' },
  async run(context) {
    const differences = await Promise.all([differenceToDatabase(context), differenceToWeb(context)])
    return evaluateClock(
      context.clock.now(),
      differences.filter((difference) => difference !== undefined),
    )
  },
}

/** Compares the clock with that of PostgreSQL; undefined on SQLite, which has no clock of its own. */
async function differenceToDatabase({ db, clock }: CheckContext): Promise<Difference | undefined> {
  if (!db || !speaksPostgres(db)) return undefined
  const askedAt = clock.now()
  const state = await readPostgres(db).catch(() => undefined)
  const halfWay = (askedAt + clock.now()) / 2
  return state && { milliseconds: halfWay - state.clockAt, of: 'PostgreSQL' }
}

/**
 * Compares the clock with the header `Date` of the server of the breach list, to which the doctor sends a request
 * anyway.
 */
async function differenceToWeb({ config, clock }: CheckContext): Promise<Difference | undefined> {
  const askedAt = clock.now()
  const answer = await fetchUrl(`${config.breachApiUrl}/range/00000`).catch(() => undefined)
  if (!answer) return undefined
  const date = Date.parse(answer.headers.get('date') ?? '')
  const halfWay = (askedAt + clock.now()) / 2
  if (Number.isNaN(date)) return undefined
  return { milliseconds: halfWay - date - SECOND / 2, of: new URL(config.breachApiUrl).host }
}

export function evaluateClock(now: number, differences: readonly Difference[]): CheckResult {
  const worst = differences.toSorted(
    (a, b) => Math.abs(b.milliseconds) - Math.abs(a.milliseconds),
  )[0]
  if (!worst) return UNCOMPARED(now)
  const off = Math.abs(worst.milliseconds)
  if (off <= TOLERATED) return RIGHT(worst.of)
  const state = off > MAX_DIFFERENCE ? 'bad' : 'warning'
  return { state, ...WRONG(Math.round(worst.milliseconds / SECOND), worst.of) }
}

const UNCOMPARED = (now: number): CheckResult => ({
  state: 'unknown',
  detail: {
    ru: `Сейчас ${readableInstant(now, 'ru')}; сравнить не с чем.`,
    en: `The time is ${readableInstant(now, 'en')}; there is no other clock to compare it with.`,
  },
})

const RIGHT = (other: string): CheckResult => ({
  state: 'good',
  detail: {
    ru: `Часы совпадают с часами ${other}.`,
    en: `The clock agrees with the clock of ${other}.`,
  },
})

const WRONG = (ahead: number, other: string): Omit<CheckResult, 'state'> => ({
  detail: {
    ru: `Часы ${ahead > 0 ? 'спешат' : 'отстают'} на ${Math.abs(ahead)} с от часов ${other}: коды двухфакторной защиты не подойдут.`,
    en: `The clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} the clock of ${other}: two-factor codes will not match.`,
  },
  advice: {
    ru: 'Включите синхронизацию времени (timedatectl set-ntp true) на этой машине и на сервере базы.',
    en: 'Turn on time synchronization (timedatectl set-ntp true) on this machine and on the database server.',
  },
})

import { speaksPostgres } from '../../database/database.ts'
import { isoInstant, SECOND } from '../../platform/clock.ts'
import type { Check, Opinion, Patient } from './check.ts'
import { readPostgres } from './doctor-store.ts'
import { ask } from './fetch-url.ts'

/**
 * An authenticator's code is good for 30 s and one step either side; `Date` has whole seconds only.
 */
const TOLERATED = 5 * SECOND
const TOO_MUCH = 30 * SECOND

/** How many milliseconds our clock is ahead of another one; negative when it is behind. */
type Difference = { ahead: number; of: string }

/** Compares the machine's clock with other clocks: sign-in codes and tokens depend on it. */
export const clockCheck: Check = {
  id: 'clock',
  title: { ru: 'Часы', en: 'Clock' },
  async look(patient) {
    const differences = await Promise.all([differenceToDatabase(patient), differenceToWeb(patient)])
    return judgeClock(
      patient.clock.now(),
      differences.filter((difference) => difference !== undefined),
    )
  },
}

/** Asks PostgreSQL for its time; SQLite has no clock of its own. */
async function differenceToDatabase({ db, clock }: Patient): Promise<Difference | undefined> {
  if (!db || !speaksPostgres(db)) return undefined
  const askedAt = clock.now()
  const state = await readPostgres(db).catch(() => undefined)
  const halfWay = (askedAt + clock.now()) / 2
  return state && { ahead: halfWay - state.clockAt, of: 'PostgreSQL' }
}

/**
 * Reads the `Date` of the leak service, which is asked anyway; another check tells if it is down.
 */
async function differenceToWeb({ config, clock }: Patient): Promise<Difference | undefined> {
  const askedAt = clock.now()
  const answer = await ask(`${config.breachApiUrl}/range/00000`).catch(() => undefined)
  if (!answer) return undefined
  const date = Date.parse(answer.headers.get('date') ?? '')
  const halfWay = (askedAt + clock.now()) / 2
  if (Number.isNaN(date)) return undefined
  return { ahead: halfWay - date - SECOND / 2, of: new URL(config.breachApiUrl).host }
}

export function judgeClock(now: number, differences: readonly Difference[]): Opinion {
  const worst = differences.toSorted((a, b) => Math.abs(b.ahead) - Math.abs(a.ahead))[0]
  if (!worst) return UNCOMPARED(isoInstant(now))
  const off = Math.abs(worst.ahead)
  if (off <= TOLERATED) return RIGHT(worst.of)
  const state = off > TOO_MUCH ? 'bad' : 'warning'
  return { state, ...WRONG(Math.round(worst.ahead / SECOND), worst.of) }
}

const UNCOMPARED = (now: string): Opinion => ({
  state: 'unknown',
  detail: {
    ru: `Сейчас ${now}; сравнить не с чем.`,
    en: `The time is ${now}; there is no other clock to compare it with.`,
  },
})

const RIGHT = (other: string): Opinion => ({
  state: 'good',
  detail: { ru: `Идут как часы ${other}.`, en: `In step with the clock of ${other}.` },
})

const WRONG = (ahead: number, other: string): Omit<Opinion, 'state'> => ({
  detail: {
    ru: `Часы ${ahead > 0 ? 'спешат' : 'отстают'} на ${Math.abs(ahead)} с от часов ${other}: коды двухфакторной защиты не подойдут.`,
    en: `The clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} the clock of ${other}: two-factor codes will not match.`,
  },
  advice: {
    ru: 'Включите синхронизацию времени (timedatectl set-ntp true) на этой машине и на сервере базы.',
    en: 'Switch on time synchronisation (timedatectl set-ntp true) here and on the database server.',
  },
})

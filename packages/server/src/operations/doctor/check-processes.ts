import { SECOND } from '../../platform/clock.ts'
import { listProcesses, type Process } from '../heartbeat/process-store.ts'
import { type Check, type CheckResult, NO_DATABASE } from './check.ts'

const TOLERATED = 5 * SECOND
const MAX_DIFFERENCE = 30 * SECOND

export const processCheck: Check = {
  id: 'processes',
  title: { ru: 'Процессы сайта', en: 'Processes of the site' },
  async run({ db, clock }) {
    return db ? evaluateProcesses(await listProcesses(db, clock.now())) : NO_DATABASE
  },
}

export function evaluateProcesses(processes: readonly Process[]): CheckResult {
  if (processes.length === 0) return NONE
  const byClock = processes.toSorted((one, other) => one.clockAhead - other.clockAhead)
  const [slowest, quickest] = [byClock[0], byClock.at(-1)]
  const apart = (quickest?.clockAhead ?? 0) - (slowest?.clockAhead ?? 0)
  if (slowest && quickest && apart > TOLERATED) {
    return CLOCKS(
      Math.round(apart / SECOND),
      [quickest.machine, slowest.machine],
      apart > MAX_DIFFERENCE,
    )
  }
  const versions = [...new Set(processes.map(({ version }) => version))].sort()
  return versions.length > 1 ? VERSIONS(versions, processes) : ALIKE(processes)
}

const NONE: CheckResult = {
  state: 'good',
  detail: {
    ru: 'Сейчас не работает ни один процесс сайта.',
    en: 'No process is serving the site at the moment.',
  },
}

const ALIKE = (processes: readonly Process[]): CheckResult => ({
  state: 'good',
  detail: {
    ru: `Процессов: ${processes.length}, версия ${processes[0]?.version}, часы идут одинаково.`,
    en: `Processes: ${processes.length}, version ${processes[0]?.version}, their clocks agree.`,
  },
})

const VERSIONS = (versions: readonly string[], processes: readonly Process[]): CheckResult => {
  const older = processes.filter(({ version }) => version === versions[0])
  const machines = [...new Set(older.map(({ machine }) => machine))].join(', ')
  return {
    state: 'warning',
    detail: {
      ru: `Процессы разных версий: ${versions.join(', ')}; ${versions[0]} работает на ${machines}.`,
      en: `Processes of different versions: ${versions.join(', ')}; ${versions[0]} runs on ${machines}.`,
    },
    advice: {
      ru: 'Во время обновления так и должно быть. Иначе обновите отставшие процессы: вместе работают только соседние версии.',
      en: 'This is expected during an update. Otherwise update the outdated processes: only adjacent versions work together.',
    },
  }
}

const CLOCKS = (
  seconds: number,
  [ahead, behind]: [string, string],
  isBad: boolean,
): CheckResult => ({
  state: isBad ? 'bad' : 'warning',
  detail: {
    ru: `Часы процессов расходятся на ${seconds} с: на ${ahead} они впереди, на ${behind} позади.`,
    en: `The clocks of the processes are ${seconds} s apart: ${ahead} is ahead, ${behind} is behind.`,
  },
  advice: {
    ru: 'Включите синхронизацию времени (timedatectl set-ntp true) на всех машинах сайта.',
    en: 'Turn on time synchronization (timedatectl set-ntp true) on every machine of the site.',
  },
})

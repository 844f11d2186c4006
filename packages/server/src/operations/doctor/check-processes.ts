import { SECOND } from '../../platform/clock.ts'
import { listProcesses, type Process } from '../heartbeat/process-store.ts'
import { type Check, NO_DATABASE, type Opinion } from './check.ts'

const TOLERATED = 5 * SECOND
const TOO_MUCH = 30 * SECOND

/** Compares the versions and clocks of all processes that serve the site. */
export const processCheck: Check = {
  id: 'processes',
  title: { ru: 'Процессы сайта', en: 'Processes of the site' },
  async look({ db, clock }) {
    return db ? judgeProcesses(await listProcesses(db, clock.now())) : NO_DATABASE
  },
}

export function judgeProcesses(processes: readonly Process[]): Opinion {
  if (processes.length === 0) return NONE
  const byClock = processes.toSorted((one, other) => one.clockAhead - other.clockAhead)
  const [slowest, quickest] = [byClock[0], byClock.at(-1)]
  const apart = (quickest?.clockAhead ?? 0) - (slowest?.clockAhead ?? 0)
  if (slowest && quickest && apart > TOLERATED) {
    return CLOCKS(Math.round(apart / SECOND), [quickest.machine, slowest.machine], apart > TOO_MUCH)
  }
  const versions = [...new Set(processes.map(({ version }) => version))].sort()
  return versions.length > 1 ? VERSIONS(versions, processes) : ALIKE(processes)
}

const NONE: Opinion = {
  state: 'good',
  detail: {
    ru: 'Сейчас сайт никто не обслуживает.',
    en: 'Nothing serves the site at the moment.',
  },
}

const ALIKE = (processes: readonly Process[]): Opinion => ({
  state: 'good',
  detail: {
    ru: `Процессов: ${processes.length}, версия ${processes[0]?.version}, часы идут одинаково.`,
    en: `Processes: ${processes.length}, version ${processes[0]?.version}, their clocks agree.`,
  },
})

const VERSIONS = (versions: readonly string[], processes: readonly Process[]): Opinion => {
  const older = processes.filter(({ version }) => version === versions[0])
  const machines = [...new Set(older.map(({ machine }) => machine))].join(', ')
  return {
    state: 'warning',
    detail: {
      ru: `Процессы разных версий: ${versions.join(', ')}; ${versions[0]} работает на ${machines}.`,
      en: `Processes of different versions: ${versions.join(', ')}; ${versions[0]} runs on ${machines}.`,
    },
    advice: {
      ru: 'Во время обновления так и должно быть. Иначе обновите отставшие: рядом уживаются только соседние версии.',
      en: 'This is right during an update. Otherwise update those left behind: only neighbouring versions get along.',
    },
  }
}

const CLOCKS = (seconds: number, [ahead, behind]: [string, string], isBad: boolean): Opinion => ({
  state: isBad ? 'bad' : 'warning',
  detail: {
    ru: `Часы процессов расходятся на ${seconds} с: на ${ahead} они впереди, на ${behind} позади.`,
    en: `The clocks of the processes are ${seconds} s apart: ${ahead} is ahead, ${behind} is behind.`,
  },
  advice: {
    ru: 'Включите синхронизацию времени (timedatectl set-ntp true) на всех машинах сайта.',
    en: 'Switch on time synchronisation (timedatectl set-ntp true) on every machine of the site.',
  },
})

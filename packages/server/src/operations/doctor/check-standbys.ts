import { speaksPostgres } from '../../database/database.ts'
import { type Check, type CheckResult, NO_DATABASE } from './check.ts'
import { awaitedStandbys, listStandbys, type Standby } from './replication-store.ts'

const FAR_BEHIND = { bytes: 64 * 1024 * 1024, seconds: 30 }

export const standbyCheck: Check = {
  id: 'standbys',
  title: { ru: 'Резервные серверы базы', en: 'Standbys of the database' },
  async run({ db }) {
    if (!db) return NO_DATABASE
    if (!speaksPostgres(db)) return ALONE
    return evaluateStandbys(await listStandbys(db), await awaitedStandbys(db))
  },
}

/**
 * Checks the standbys of PostgreSQL.
 * @param awaited the value of `synchronous_standby_names`: the standbys for which commits wait
 */
export function evaluateStandbys(standbys: readonly Standby[], awaited: string): CheckResult {
  if (standbys.length === 0) return awaited ? NONE_CONNECTED(awaited) : ALONE
  const seen = standbys.filter(({ state }) => state !== null)
  if (seen.length < standbys.length) return HIDDEN(standbys.length)
  const answers = ({ state, sync }: Standby) =>
    state === 'streaming' && (sync === 'sync' || sync === 'quorum')
  if (awaited && !seen.some(answers)) return NONE_CONNECTED(awaited)
  const behind = seen.find(
    ({ lagBytes, lagSeconds }) =>
      Number(lagBytes) > FAR_BEHIND.bytes || Number(lagSeconds) > FAR_BEHIND.seconds,
  )
  return behind ? BEHIND(behind) : FINE(seen)
}

const ALONE: CheckResult = {
  state: 'good',
  detail: { ru: 'Резервных серверов нет.', en: 'There are no standbys.' },
}

const FINE = (standbys: readonly Standby[]): CheckResult => {
  const names = standbys.map(({ name, sync }) => `${name} (${sync})`).join(', ')
  return {
    state: 'good',
    detail: { ru: `Не отстают: ${names}.`, en: `Keeping up: ${names}.` },
  }
}

const HIDDEN = (count: number): CheckResult => ({
  state: 'unknown',
  detail: {
    ru: `Резервных серверов: ${count}; отстают ли они, сайту не видно.`,
    en: `Standbys: ${count}; the site cannot see whether they keep up.`,
  },
  advice: {
    ru: 'Дайте пользователю базы роль pg_monitor: GRANT pg_monitor TO portal.',
    en: "Give the site's database user the role pg_monitor: GRANT pg_monitor TO portal.",
  },
})

const NONE_CONNECTED = (awaited: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `Каждое изменение ждёт подтверждения (synchronous_standby_names = ${awaited}), но такого резервного сервера на связи нет.`,
    en: `Every change waits for a standby (synchronous_standby_names = ${awaited}), but no such standby is connected.`,
  },
  advice: {
    ru: 'Запустите резервный сервер. Пока его нет, изменения зависают; Patroni с synchronous_mode снимает ожидание само.',
    en: 'Start the standby. Until then changes hang; Patroni with synchronous_mode stops waiting by itself.',
  },
})

const BEHIND = ({ name, lagBytes, lagSeconds }: Standby): CheckResult => {
  const megabytes = Math.round(Number(lagBytes) / 1024 / 1024)
  const seconds = Number(lagSeconds)
  return {
    state: 'warning',
    detail: {
      ru: `${name} отстаёт от основного сервера: ${megabytes} МБ, ${seconds} с.`,
      en: `${name} is behind the primary: ${megabytes} MB, ${seconds} s.`,
    },
    advice: {
      ru: 'Проверьте диск и сеть резервного сервера: если основной откажет, этот заменит его с задержкой.',
      en: 'Check its disk and network: if the primary fails, this standby needs that much longer to take over.',
    },
  }
}

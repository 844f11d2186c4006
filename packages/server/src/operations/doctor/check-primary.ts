import { speaksPostgres } from '../../database/database.ts'
import { type Check, type CheckResult, NO_DATABASE } from './check.ts'
import { readOnlyBecause } from './replication-store.ts'

export const primaryCheck: Check = {
  id: 'primary',
  title: { ru: 'Запись в базу', en: 'Writing to the database' },
  async run({ db }) {
    if (!db) return NO_DATABASE
    const why = speaksPostgres(db) ? await readOnlyBecause(db) : undefined
    if (!why) return WRITES
    return why === 'standby' ? STANDBY : READ_ONLY
  },
}

const WRITES: CheckResult = {
  state: 'good',
  detail: { ru: 'База принимает изменения.', en: 'The database accepts changes.' },
}

const STANDBY: CheckResult = {
  state: 'bad',
  detail: {
    ru: 'Сайт подключён к резервному серверу базы, который доступен только для чтения: изменить ничего нельзя.',
    en: 'The site is connected to a standby of the database, which is read-only: nothing can be changed.',
  },
  advice: {
    ru: 'Укажите в DATABASE_URL все серверы базы с target_session_attrs=read-write или адрес балансировщика, который ведёт к основному.',
    en: 'List every database server in DATABASE_URL with target_session_attrs=read-write, or enter the address of a balancer that leads to the primary.',
  },
}

const READ_ONLY: CheckResult = {
  state: 'bad',
  detail: {
    ru: 'База открыта только для чтения: default_transaction_read_only = on.',
    en: 'The database is read-only: default_transaction_read_only = on.',
  },
  advice: {
    ru: 'Так бывает, когда на сервере кончается место. Освободите его и верните default_transaction_read_only = off.',
    en: 'Some providers do this when the disk is nearly full. Free up space, then set default_transaction_read_only = off.',
  },
}

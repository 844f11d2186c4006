import { BACKUP_OLD, listBackupFiles } from '../../platform/backup-folder.ts'
import { DAY } from '../../platform/clock.ts'
import type { Check, Opinion } from './check.ts'

/** Checks how old the newest backup in `DATA_DIR/backups` is. */
export const backupCheck: Check = {
  id: 'backups',
  title: { ru: 'Резервные копии', en: 'Backups' },
  async look({ config, clock }) {
    const [newest] = await listBackupFiles(config)
    return judgeBackups(newest?.madeAt ?? Number.NEGATIVE_INFINITY, clock.now())
  },
}

/** @param newestAt -Infinity when there is no backup. */
export function judgeBackups(newestAt: number, now: number): Opinion {
  if (newestAt === Number.NEGATIVE_INFINITY) return NONE
  const days = Math.max(0, Math.floor((now - newestAt) / DAY))
  const detail = {
    ru: `Последней копии ${days} дн.`,
    en: `The newest backup is ${days} ${days === 1 ? 'day' : 'days'} old.`,
  }
  return now - newestAt > BACKUP_OLD
    ? { state: 'warning', detail, advice: BACK_UP }
    : { state: 'good', detail }
}

const BACK_UP = {
  ru: 'Настройте копирование по расписанию и держите копии и на другой машине.',
  en: 'Schedule backups, and keep copies on another machine as well.',
}

const NONE: Opinion = {
  state: 'warning',
  detail: {
    ru: 'В DATA_DIR/backups нет копий.',
    en: 'There are no backups in DATA_DIR/backups.',
  },
  advice: BACK_UP,
}

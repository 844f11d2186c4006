import { listFindings } from '../../admin/overview/finding-store.ts'
import { BACKUP_STALE_AFTER, listBackupFiles } from '../../platform/backup-folder.ts'
import { DAY } from '../../platform/clock.ts'
import type { Check, CheckResult } from './check.ts'

export const backupCheck: Check = {
  id: 'backups',
  title: { ru: 'Резервные копии', en: 'Backups' },
  async run({ config, clock, db }) {
    const findings = db ? await listFindings(db).catch(() => []) : []
    const failed = findings.find(({ name }) => name === 'backup.failed')
    if (failed) return FAILED(failed.detail)
    const [newest] = await listBackupFiles(config)
    return evaluateBackups(newest?.madeAt ?? Number.NEGATIVE_INFINITY, clock.now())
  },
}

/**
 * Checks the age of the newest backup.
 * @param newestAt -Infinity if there is no backup
 */
export function evaluateBackups(newestAt: number, now: number): CheckResult {
  if (newestAt === Number.NEGATIVE_INFINITY) return NONE
  const days = Math.max(0, Math.floor((now - newestAt) / DAY))
  const detail = {
    ru: `Последняя копия сделана ${days} дн. назад.`,
    en: `The newest backup is ${days} ${days === 1 ? 'day' : 'days'} old.`,
  }
  return now - newestAt > BACKUP_STALE_AFTER
    ? { state: 'warning', detail, advice: BACK_UP }
    : { state: 'good', detail }
}

const BACK_UP = {
  ru: 'Включите автоматические копии на странице «Резервные копии» и храните копии ещё и на другой машине.',
  en: 'Turn on automatic backups on the page Backups, and keep copies on another machine too.',
}

const FAILED = (reason: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `Автоматическая копия не создана: ${reason}`,
    en: `The last automatic backup failed: ${reason}`,
  },
  advice: {
    ru: 'Устраните причину. Сайт пробует снова каждый час.',
    en: 'Fix the cause. The site tries again every hour.',
  },
})

const NONE: CheckResult = {
  state: 'warning',
  detail: {
    ru: 'В DATA_DIR/backups нет копий.',
    en: 'There are no backups in DATA_DIR/backups.',
  },
  advice: BACK_UP,
}

import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import type { Words } from '@portal/contract'
import type { Check, CheckResult } from './check.ts'

const MB = 1024 * 1024
const GB = 1024 * MB
/**
 * The least recommended memory. A site on two cores uses 100 to 150 MB, and 20 MB for each password that is being
 * hashed.
 */
const MIN_MEMORY = 256 * MB

export const diskCheck: Check = {
  id: 'disk',
  title: { ru: 'Место на диске', en: 'Disk space' },
  async run({ config }) {
    const found = await statfs(config.dataDir).catch(() => undefined)
    return found ? evaluateDisk(found.bavail * found.bsize) : NO_DISK
  },
}

export function evaluateDisk(free: number): CheckResult {
  const left = formatBytes(free)
  const detail = { ru: `Свободно ${left.ru}.`, en: `${left.en} free.` }
  if (free >= GB) return { state: 'good', detail }
  return { state: free < 100 * MB ? 'bad' : 'warning', detail, advice: MAKE_ROOM }
}

export const memoryCheck: Check = {
  id: 'memory',
  title: { ru: 'Память', en: 'Memory' },
  run() {
    const limit = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
    return evaluateMemory({ limit, used: process.memoryUsage.rss() })
  },
}

export function evaluateMemory({ limit, used }: { limit: number; used: number }): CheckResult {
  const [of, now] = [formatBytes(limit), formatBytes(used)]
  const detail = {
    ru: `Этот процесс занимает ${now.ru}, доступно ${of.ru}.`,
    en: `This process uses ${now.en} of the ${of.en} available.`,
  }
  if (used > limit * 0.9) return { state: 'bad', detail, advice: MORE_MEMORY }
  if (limit < MIN_MEMORY) return { state: 'warning', detail, advice: MORE_MEMORY }
  return { state: 'good', detail }
}

/** Formats a number of bytes. Rounds down, so that no more than the real size is reported. */
function formatBytes(bytes: number): Words {
  const isLarge = bytes >= GB
  const number = Math.floor(bytes / (isLarge ? GB : MB))
  return { ru: `${number} ${isLarge ? 'ГБ' : 'МБ'}`, en: `${number} ${isLarge ? 'GB' : 'MB'}` }
}

const NO_DISK: CheckResult = {
  state: 'unknown',
  detail: { ru: 'Каталога данных ещё нет.', en: 'There is no data directory yet.' },
}

const MAKE_ROOM = {
  ru: 'Освободите место: без него не сохранится ничего.',
  en: 'Free up space: without it nothing can be saved.',
}

const MORE_MEMORY = {
  ru: 'Дайте процессу хотя бы 256 МБ: если памяти не хватит, система его завершит.',
  en: 'Give the process at least 256 MB: if memory runs out, the system kills it.',
}

import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import type { Check, Opinion, Words } from './checkup.ts'

const MB = 1024 * 1024
const GB = 1024 * MB
/** A site of two cores takes 100 to 150 MB, and 20 MB more for each password hashed at once. */
const LITTLE_MEMORY = 256 * MB

/** Room for the database, its log, mails and backups. */
export const diskCheck: Check = {
  id: 'disk',
  title: { ru: 'Место на диске', en: 'Disk space' },
  async look({ config }) {
    const found = await statfs(config.dataDir).catch(() => undefined)
    return found ? judgeDisk(found.bavail * found.bsize) : NO_DISK
  },
}

/** @param free bytes */
export function judgeDisk(free: number): Opinion {
  const left = inWords(free)
  const detail = { ru: `Свободно ${left.ru}.`, en: `${left.en} are free.` }
  if (free >= GB) return { state: 'good', detail }
  return { state: free < 100 * MB ? 'bad' : 'warning', detail, advice: MAKE_ROOM }
}

/** What the container or the machine lets the process have. */
export const memoryCheck: Check = {
  id: 'memory',
  title: { ru: 'Память', en: 'Memory' },
  look() {
    const limit = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
    return judgeMemory({ limit, used: process.memoryUsage.rss() })
  },
}

/** Both in bytes. */
export function judgeMemory({ limit, used }: { limit: number; used: number }): Opinion {
  const [of, now] = [inWords(limit), inWords(used)]
  const detail = {
    ru: `Этот процесс занимает ${now.ru}, доступно ${of.ru}.`,
    en: `This process takes ${now.en}; ${of.en} are allowed.`,
  }
  if (used > limit * 0.9) return { state: 'bad', detail, advice: MORE_MEMORY }
  if (limit < LITTLE_MEMORY) return { state: 'warning', detail, advice: MORE_MEMORY }
  return { state: 'good', detail }
}

/** Rounded down: nobody is told of room that is not there. */
function inWords(bytes: number): Words {
  const isLarge = bytes >= GB
  const number = Math.floor(bytes / (isLarge ? GB : MB))
  return { ru: `${number} ${isLarge ? 'ГБ' : 'МБ'}`, en: `${number} ${isLarge ? 'GB' : 'MB'}` }
}

const NO_DISK: Opinion = {
  state: 'unknown',
  detail: { ru: 'Каталога данных ещё нет.', en: 'There is no data directory yet.' },
}

const MAKE_ROOM = {
  ru: 'Освободите место: без него не сохранится ничего.',
  en: 'Make room: without it nothing is kept.',
}

const MORE_MEMORY = {
  ru: 'Дайте процессу хотя бы 256 МБ: при нехватке система его убьёт.',
  en: 'Allow the process 256 MB at least: when it runs short, the system kills it.',
}

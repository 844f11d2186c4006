import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check, CheckResult } from './check.ts'

/** The state of the data directory. `uid` is the user ID of this process; undefined if files have no owners. */
export type Directory = {
  path: string
  isWritable: boolean
  mode: number
  owner: number
  uid: number | undefined
  /** The mode of the key file; undefined if the key is in the environment. */
  keyMode: number | undefined
  /** The type of the file system: `f_type` of statfs(2). */
  kind: number
  usesSqlite: boolean
}

export const dataDirectoryCheck: Check = {
  id: 'data-directory',
  title: { ru: 'Каталог данных', en: 'Data directory' },
  async run({ config }) {
    const path = config.dataDir
    const found = await stat(path).catch(() => undefined)
    if (!found) return MISSING(path)
    const isWritable = await access(path, constants.W_OK).then(
      () => true,
      () => false,
    )
    const key = await stat(join(path, 'encryption.key')).catch(() => undefined)
    const { type } = await statfs(path)
    return evaluateDirectory({
      path,
      isWritable,
      mode: found.mode,
      owner: found.uid,
      uid: process.getuid?.(),
      keyMode: key?.mode,
      kind: type,
      usesSqlite: config.databaseUrl === '',
    })
  },
}

const IN_MEMORY: readonly number[] = [0x01021994, 0x858458f6] // tmpfs and ramfs
const OVERLAY = 0x794c7630 // a container layer, which is deleted with the container
const NETWORK: readonly number[] = [0x6969, 0x517b, 0xff534d42, 0xfe534d42] // NFS, SMB, CIFS and SMB2
const FOR_OTHERS = 0o077

export function evaluateDirectory(found: Directory): CheckResult {
  const { path, mode, keyMode = 0, kind, owner, uid } = found
  if (!found.isWritable) return READ_ONLY(path)
  if (IN_MEMORY.includes(kind)) return EPHEMERAL(path)
  if (NETWORK.includes(kind) && found.usesSqlite) return REMOTE(path)
  if ((keyMode & FOR_OTHERS) !== 0) return OPEN(join(path, 'encryption.key'), '600')
  if ((mode & FOR_OTHERS) !== 0) return { ...OPEN(path, '700'), state: 'warning' }
  if (kind === OVERLAY) return { ...EPHEMERAL(path), state: 'warning' }
  if (uid !== undefined && uid !== owner) return FOREIGN(path, owner)
  return {
    state: 'good',
    detail: {
      ru: `${path}: другие пользователи не могут его прочитать.`,
      en: `${path}: other users cannot read it.`,
    },
  }
}

const MISSING = (path: string): CheckResult => ({
  state: 'unknown',
  detail: {
    ru: `${path} ещё нет: он появится при первом запуске.`,
    en: `${path} does not exist yet: the first start creates it.`,
  },
})

const READ_ONLY = (path: string): CheckResult => ({
  state: 'bad',
  detail: { ru: `В ${path} нельзя писать.`, en: `${path} is not writable.` },
  advice: {
    ru: 'Сделайте владельцем пользователя, от которого работает сайт (chown -R).',
    en: 'Make the user who runs the site its owner (chown -R).',
  },
})

const EPHEMERAL = (path: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `${path} пропадёт при перезапуске: он находится в памяти или в слое контейнера.`,
    en: `${path} does not survive a restart: it is in memory or in a container's own layer.`,
  },
  advice: {
    ru: 'Подключите к DATA_DIR постоянный диск или том.',
    en: 'Mount a permanent disk or a volume at DATA_DIR.',
  },
})

const REMOTE = (path: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `${path} на сетевом диске: там SQLite может потерять данные.`,
    en: `${path} is on a network drive: SQLite can lose data there.`,
  },
  advice: {
    ru: 'Перенесите DATA_DIR на локальный диск или возьмите PostgreSQL.',
    en: 'Move DATA_DIR to a local disk, or use PostgreSQL.',
  },
})

const OPEN = (path: string, mode: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `${path} могут читать другие пользователи машины.`,
    en: `Other users of this machine can read ${path}.`,
  },
  advice: { ru: `Выполните chmod ${mode} ${path}`, en: `Run chmod ${mode} ${path}` },
})

const FOREIGN = (path: string, owner: number): CheckResult => ({
  state: 'warning',
  detail: {
    ru: `${path} принадлежит другому пользователю (uid ${owner}).`,
    en: `${path} belongs to another user (uid ${owner}).`,
  },
  advice: {
    ru: 'Запускайте команды от того же пользователя, что и сайт, иначе сайт не прочтёт созданные ими файлы.',
    en: 'Run commands as the same user as the site, or the site cannot read the files they create.',
  },
})

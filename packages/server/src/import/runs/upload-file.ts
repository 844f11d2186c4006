import { constants, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { newToken, type Random } from '../../platform/random.ts'
import type { Config } from '../../settings/config.ts'
import type { RunFile } from './run.ts'

type DataFolder = Pick<Config, 'dataDir'>

const NAME = /^import-[A-Za-z0-9_-]+\.upload$/
/** The first bytes of every SQLite file (https://sqlite.org/fileformat.html#magic_header_string). */
const MAGIC = Buffer.from('SQLite format 3\0')

export function newUpload(random: Random, { name, size }: { name: string; size: number }): RunFile {
  return { path: `import-${newToken(random)}.upload`, name, size, isDatabase: null }
}

/**
 * Returns the path of an uploaded file on this server.
 * @throws Error for a name that `newUpload` did not make
 */
export function uploadPath({ dataDir }: DataFolder, { path }: RunFile): string {
  if (!NAME.test(path)) throw new Error('not the file of an import')
  return join(dataDir, path)
}

/** Returns how many bytes were received; undefined if this server does not have the file. */
export function receivedBytes(folder: DataFolder, file: RunFile): number | undefined {
  return statSync(uploadPath(folder, file), { throwIfNoEntry: false })?.size
}

export async function writePart(
  folder: DataFolder,
  file: RunFile,
  { offset, bytes }: { offset: number; bytes: Buffer },
): Promise<void> {
  const flags = constants.O_WRONLY | (offset === 0 ? constants.O_CREAT : 0)
  await using handle = await open(uploadPath(folder, file), flags, 0o600)
  await handle.write(bytes, 0, bytes.length, offset)
}

export async function isSqlite(folder: DataFolder, file: RunFile): Promise<boolean> {
  await using handle = await open(uploadPath(folder, file))
  const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
  return MAGIC.equals(buffer)
}

export function deleteUpload(folder: DataFolder, file: RunFile | null): void {
  if (file) rmSync(uploadPath(folder, file), { force: true })
}

/**
 * Deletes uploaded files that servers left when they were killed.
 * @param kept the file of the current import
 */
export function deleteOldUploads({ dataDir }: DataFolder, kept: string | undefined): void {
  if (!existsSync(dataDir)) return
  for (const name of readdirSync(dataDir)) {
    if (NAME.test(name) && name !== kept) rmSync(join(dataDir, name), { force: true })
  }
}

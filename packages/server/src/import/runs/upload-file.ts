import { constants, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { newToken, type Random } from '../../platform/random.ts'
import type { Config } from '../../settings/config.ts'
import type { RunFile } from './run.ts'

type Place = Pick<Config, 'dataDir'>

const NAME = /^import-[A-Za-z0-9_-]+\.upload$/
/** The first bytes of every SQLite file (https://sqlite.org/fileformat.html#magic_header_string). */
const MAGIC = Buffer.from('SQLite format 3\0')

export function newUpload(random: Random, { name, size }: { name: string; size: number }): RunFile {
  return { path: `import-${newToken(random)}.upload`, name, size, isDatabase: null }
}

/** Where the file of a run lies on this server. @throws Error for a name that is not one of ours. */
export function pathOf({ dataDir }: Place, { path }: RunFile): string {
  if (!NAME.test(path)) throw new Error('this is not the file of a move')
  return join(dataDir, path)
}

/** How much of a file is here; undefined on a server that does not have it. */
export function receivedOf(place: Place, file: RunFile): number | undefined {
  return statSync(pathOf(place, file), { throwIfNoEntry: false })?.size
}

/** Writes a part of a file that only this server's user can read. The first part makes it. */
export async function writePart(
  place: Place,
  file: RunFile,
  { offset, bytes }: { offset: number; bytes: Buffer },
): Promise<void> {
  const flags = constants.O_WRONLY | (offset === 0 ? constants.O_CREAT : 0)
  await using handle = await open(pathOf(place, file), flags, 0o600)
  await handle.write(bytes, 0, bytes.length, offset)
}

export async function isSqlite(place: Place, file: RunFile): Promise<boolean> {
  await using handle = await open(pathOf(place, file))
  const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
  return MAGIC.equals(buffer)
}

export function deleteUpload(place: Place, file: RunFile | null): void {
  if (file) rmSync(pathOf(place, file), { force: true })
}

/** Deletes files that killed servers left behind. @param kept that of a run which goes on. */
export function deleteOldUploads({ dataDir }: Place, kept: string | undefined): void {
  if (!existsSync(dataDir)) return
  for (const name of readdirSync(dataDir)) {
    if (NAME.test(name) && name !== kept) rmSync(join(dataDir, name), { force: true })
  }
}

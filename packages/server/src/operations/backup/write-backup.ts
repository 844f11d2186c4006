import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Clock, DAY, isoInstant } from '../../platform/clock.ts'
import type { Random } from '../../platform/random.ts'
import { version } from '../../platform/version.ts'
import { type Line, writeLines } from './backup-lines.ts'
import { sealFile } from './sealed-file.ts'
import { withSnapshot } from './snapshot-store.ts'

export type BackupRequest = {
  file: string
  migrations: string[]
  encryptionKey: Buffer | undefined
  passphrase: string
}

export type WrittenBackup = { file: string; bytes: number; rows: number }

type Deps = { clock: Clock; random: Random }

/**
 * Writes a backup while the site keeps running. The file gets its name only when it is complete and synced to disk, and
 * only its owner can read it.
 */
export async function writeBackup(
  location: { dataDir: string; databaseUrl: string },
  { clock, random }: Deps,
  request: BackupRequest,
): Promise<WrittenBackup> {
  const draft = `${request.file}.${random.bytes(6).toString('hex')}.part`
  const count = { rows: 0 }
  try {
    await withSnapshot(location, async (snapshot) => {
      async function* lines(): AsyncIterable<Line> {
        const { migrations, encryptionKey } = request
        const key = encryptionKey?.toString('base64') ?? null
        const madeAt = isoInstant(clock.now())
        yield { header: { portal: version, madeAt, migrations, encryptionKey: key } }
        for (const table of await snapshot.tables()) {
          yield { table: table.name, columns: table.columns }
          for await (const row of snapshot.rows(table)) {
            count.rows += 1
            yield { row }
          }
        }
      }
      const { passphrase } = request
      await pipeline(
        Readable.from(writeLines(lines()), { objectMode: false }),
        createGzip(),
        passphrase
          ? (packed: AsyncIterable<Buffer>) => sealFile(packed, passphrase, random)
          : new PassThrough(),
        createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
      )
    })
    const { size, mtimeMs } = await stat(draft)
    await rename(draft, request.file)
    await syncFolder(dirname(request.file))
    await deleteDrafts(dirname(request.file), mtimeMs - DAY)
    return { file: request.file, bytes: size, rows: count.rows }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function deleteDrafts(folder: string, before: number): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => /\.[0-9a-f]{12}\.part$/.test(name))
  for (const name of drafts) {
    const file = join(folder, name)
    const draft = await stat(file).catch(() => undefined) // it may have been renamed in the meantime
    if (draft && draft.mtimeMs < before) await rm(file, { force: true })
  }
}

/** Syncs a folder, so that a new name in it survives a power loss. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Clock, isoInstant } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import { version } from '../version.ts'
import { type Line, writeLines } from './backup-lines.ts'
import { sealFile } from './sealed-file.ts'
import { withSnapshot } from './snapshot-store.ts'

export type WantedBackup = {
  file: string
  /** The steps the database has taken (see migrate-store.ts). */
  migrations: string[]
  /** Undefined: it is not part of the backup. */
  encryptionKey: Buffer | undefined
  /** Empty: the file is not encrypted. */
  passphrase: string
}

export type WrittenBackup = { file: string; bytes: number; rows: number }

type World = { clock: Clock; random: Random }

/**
 * Writes all that the database holds at this instant into one file, which either database can be
 * restored from, while the site goes on. The file gets its name only once it is whole and on the
 * disk, and nobody but its owner may read it.
 */
export async function writeBackup(
  place: { dataDir: string; databaseUrl: string },
  { clock, random }: World,
  wanted: WantedBackup,
): Promise<WrittenBackup> {
  const draft = `${wanted.file}.${random.bytes(6).toString('hex')}.part`
  const count = { rows: 0 }
  try {
    await withSnapshot(place, async (snapshot) => {
      async function* lines(): AsyncIterable<Line> {
        const { migrations, encryptionKey } = wanted
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
      const { passphrase } = wanted
      await pipeline(
        Readable.from(writeLines(lines()), { objectMode: false }),
        createGzip(),
        passphrase
          ? (packed: AsyncIterable<Buffer>) => sealFile(packed, passphrase, random)
          : new PassThrough(),
        createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
      )
    })
    const { size } = await stat(draft)
    await rename(draft, wanted.file)
    await syncFolder(dirname(wanted.file))
    return { file: wanted.file, bytes: size, rows: count.rows }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** A new name outlives a power loss once its folder was written as well. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

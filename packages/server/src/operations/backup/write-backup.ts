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

export type WantedBackup = {
  file: string
  /** The migrations that the database has (see migrate-store.ts). */
  migrations: string[]
  /** Undefined to leave it out of the backup. */
  encryptionKey: Buffer | undefined
  /** Empty to leave the file unencrypted. */
  passphrase: string
}

export type WrittenBackup = { file: string; bytes: number; rows: number }

type World = { clock: Clock; random: Random }

/**
 * Writes everything the database holds at this instant to one file, while the site keeps running.
 * The file can be restored into either kind of database. It gets its name only once it is complete
 * and on disk, and only its owner may read it.
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
    const { size, mtimeMs } = await stat(draft)
    await rename(draft, wanted.file)
    await syncFolder(dirname(wanted.file))
    await deleteDrafts(dirname(wanted.file), mtimeMs - DAY)
    return { file: wanted.file, bytes: size, rows: count.rows }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Deletes what processes left behind that died over a backup, and have not written since. */
async function deleteDrafts(folder: string, before: number): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => /\.[0-9a-f]{12}\.part$/.test(name))
  for (const name of drafts) {
    const file = join(folder, name)
    const draft = await stat(file).catch(() => undefined) // its writer may just have finished
    if (draft && draft.mtimeMs < before) await rm(file, { force: true })
  }
}

/** Writes a folder to disk, so that a new name in it survives a power loss. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

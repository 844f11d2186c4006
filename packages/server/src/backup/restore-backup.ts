import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { openKeyRing } from '../platform/key-ring.ts'
import { migrate } from '../platform/migrate-store.ts'
import { migrations as allMigrations } from '../platform/migrations/migrations.ts'
import type { Random } from '../platform/random.ts'
import { BrokenBackup, type Header, type Line, readLines } from './backup-lines.ts'
import { emptyTables, isInhabited, rowWriter, withoutOrder } from './restore-store.ts'
import { openFile, SEALED_MARK } from './sealed-file.ts'

/** A backup that may be good and is not restored here; the message is one line. */
export class RestoreRefused extends Error {}

export type Restored = { madeAt: string; rows: number }

type Needs = { db: Db; clock: Clock; random: Random }

/**
 * Puts what a backup holds into an empty place, all or nothing: one transaction takes every row, and
 * ends only when the end of the file says that it was whole. Then the steps that are newer than the
 * backup are taken.
 *
 * @param options.keepKey is given the key of the backup, if it holds one, before the rows are there;
 *   it keeps it, and says which key the place has from now on.
 * @throws RestoreRefused, BrokenBackup; WrongEncryptionKey when that key is not the backup's.
 */
export async function restoreBackup(
  app: Needs,
  file: string,
  options: { passphrase: string; keepKey: (key: Buffer | undefined) => Buffer },
): Promise<Restored> {
  await refuseInhabited(app.db)
  const lines = readLines(await openBackup(file, options.passphrase))[Symbol.asyncIterator]()
  const header = await readHeader(lines)
  await migrate(app.db, app.clock, knownMigrations(header))
  await app.db.transaction().execute(emptyTables)
  const { encryptionKey } = header
  const key = options.keepKey(
    encryptionKey === null ? undefined : Buffer.from(encryptionKey, 'base64'),
  )

  const rows = await app.db.transaction().execute(async (tx) => {
    await refuseInhabited(tx)
    const count = await withoutOrder(tx, () => loadRows(tx, lines))
    await openKeyRing({ ...app, db: tx }, key)
    return count
  })
  await migrate(app.db, app.clock)
  return { madeAt: header.madeAt, rows }
}

async function refuseInhabited(db: Db): Promise<void> {
  const inhabited = await isInhabited(db).catch(() => false) // a database without tables is empty
  if (inhabited) {
    throw new RestoreRefused('there are accounts in this database: restore into an empty one')
  }
}

/** The steps that the backup's database had taken, in their order. */
function knownMigrations({ migrations, portal }: Header): typeof allMigrations {
  const known = allMigrations.filter(({ name }) => migrations.includes(name))
  if (known.length < migrations.length) {
    throw new RestoreRefused(
      `the backup was made by Portal ${portal}, which is newer than this one`,
    )
  }
  return known
}

/** The lines' text, whichever form the file has. */
async function openBackup(file: string, passphrase: string): Promise<AsyncIterable<Buffer>> {
  const isSealed = (await firstBytes(file)).equals(SEALED_MARK)
  if (isSealed && !passphrase) {
    throw new RestoreRefused('the backup is encrypted: give its passphrase')
  }
  const bytes: AsyncIterable<Buffer> = createReadStream(file)
  const packed = isSealed ? openFile(bytes, passphrase) : bytes
  return unpacked(packed)
}

async function* unpacked(packed: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const source = Readable.from(packed, { objectMode: false })
  const text = createGunzip()
  source.on('error', (error) => text.destroy(error))
  try {
    yield* source.pipe(text)
  } catch (error) {
    const isZlib = error instanceof Error && 'code' in error && /^Z_/.test(String(error.code))
    throw isZlib
      ? new BrokenBackup('the backup is damaged, cut off, or no backup of Portal')
      : error
  }
}

async function firstBytes(file: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of createReadStream(file, { end: SEALED_MARK.length - 1 })) parts.push(part)
  return Buffer.concat(parts)
}

async function readHeader(lines: AsyncIterator<Line>): Promise<Header> {
  const { value: first } = await lines.next()
  if (!first || !('header' in first)) throw new BrokenBackup('this is not a backup of Portal')
  return first.header
}

/** @returns how many rows there were. */
async function loadRows(tx: Db, lines: AsyncIterator<Line>): Promise<number> {
  let writer: ReturnType<typeof rowWriter> | undefined
  for (;;) {
    const { value: line, done } = await lines.next()
    if (done) throw new BrokenBackup('the backup is cut off: its end is missing')
    if ('row' in line) await writer?.take(line.row)
    else if ('table' in line) {
      await writer?.done()
      writer = rowWriter(tx, { name: line.table, columns: line.columns })
    } else if ('end' in line) {
      await writer?.done()
      return line.rows
    }
  }
}

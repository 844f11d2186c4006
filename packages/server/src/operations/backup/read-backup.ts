import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { migrations as allMigrations } from '../../database/migrations/migrations.ts'
import { CorruptBackup, type Header, type Line, readLines } from './backup-lines.ts'
import { openFile, SEALED_MAGIC } from './sealed-file.ts'

/** Thrown if the backup cannot be restored on this site, although it may be intact. The message is one line. */
export class RestoreRefused extends Error {}

export type CheckedBackup = { header: Header; lines(): AsyncIterable<Line> }

/**
 * Reads a whole backup, so that a truncated, damaged or wrong file is refused before anything changes.
 * @throws RestoreRefused, CorruptBackup
 */
export async function checkBackup(file: string, passphrase: string): Promise<CheckedBackup> {
  const isSealed = (await firstBytes(file)).equals(SEALED_MAGIC)
  if (isSealed && !passphrase) {
    throw new RestoreRefused('the backup is encrypted: give its passphrase')
  }
  const lines = () => {
    const bytes: AsyncIterable<Buffer> = createReadStream(file)
    return readLines(decompressed(isSealed ? openFile(bytes, passphrase) : bytes))
  }
  let header: Header | undefined
  for await (const line of lines()) {
    if ('header' in line) header = line.header
  }
  if (!header) throw new CorruptBackup('this is not a Portal backup')
  refuseNewerBackup(header)
  return { header, lines }
}

function refuseNewerBackup({ migrations, portal }: Header): void {
  const known = allMigrations.map(({ name }) => name)
  if (migrations.every((name) => known.includes(name))) return
  throw new RestoreRefused(`the backup was made by Portal ${portal}, which is newer than this one`)
}

async function* decompressed(packed: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const source = Readable.from(packed, { objectMode: false })
  const text = createGunzip()
  source.on('error', (error) => text.destroy(error))
  try {
    yield* source.pipe(text)
  } catch (error) {
    const isZlib = error instanceof Error && 'code' in error && /^Z_/.test(String(error.code))
    throw isZlib ? new CorruptBackup('the file is damaged, cut off, or not a Portal backup') : error
  }
}

async function firstBytes(file: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of createReadStream(file, { end: SEALED_MAGIC.length - 1 }))
    parts.push(part)
  return Buffer.concat(parts)
}

import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { migrations } from '../../../src/database/migrations/migrations.ts'
import { type Header, type Line, writeLines } from '../../../src/operations/backup/backup-lines.ts'

export type { Line }

/** Makes the header of a backup of this version with an unknown key. */
export function headerOf(): Header {
  return {
    portal: '1.0.0',
    madeAt: '2030-01-01T00:00:00.000Z',
    migrations: migrations.map(({ name }) => name),
    encryptionKey: Buffer.alloc(32, 9).toString('base64'),
  }
}

/** Writes a backup with any lines and a correct digest. */
export async function craftBackup(file: string, lines: Iterable<Line>): Promise<void> {
  await pipeline(
    Readable.from(writeLines(Readable.from(lines)), { objectMode: false }),
    createGzip({ level: 1 }),
    createWriteStream(file),
  )
}

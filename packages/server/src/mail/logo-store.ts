import type { Db } from '../database/database.ts'

/** Finds the bytes of an uploaded picture; undefined if the picture is not stored or has more than `most` bytes. */
export async function findLogoBytes(
  db: Db,
  hash: string,
  most: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('picture')
    .select('bytes')
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (!row || row.bytes.byteLength > most) return undefined
  return Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength)
}

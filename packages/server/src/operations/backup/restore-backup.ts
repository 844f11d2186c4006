import type { Db } from '../../database/database.ts'
import { migrate, migrationStatus, NewerDatabase } from '../../database/migrations/migrate-store.ts'
import { migrations } from '../../database/migrations/migrations.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Random } from '../../platform/random.ts'
import { KeyRing } from '../../security/keys/key-ring.ts'
import { deleteClaim } from './backup-claim-store.ts'
import { CorruptBackup, type Line } from './backup-lines.ts'
import { type CheckedBackup, RestoreRefused } from './read-backup.ts'
import { emptyTables, hasPlayers, rowWriter, withoutOrder } from './restore-store.ts'

export type Restored = { madeAt: string; rows: number }

type Deps = { db: Db; clock: Clock; random: Random }

/**
 * Restores a backup into an empty database: everything or nothing. The key is stored just before the commit, when no
 * error can occur any more. A site that was started before has rows that are encrypted with its old key. On such a
 * site, the restore is first tried and rolled back, then these rows are deleted, and then the key is replaced. So if
 * the restore is killed at any point, the database is unchanged, empty or complete, and the key fits it.
 * @param key the key of the backup; `keep` makes it the key of the site
 * @throws RestoreRefused, CorruptBackup; WrongEncryptionKey if the key does not belong to the backup; NewerDatabase if
 * the database has migrations that the backup does not have
 */
export async function restoreBackup(
  app: Deps,
  backup: CheckedBackup,
  key: { bytes: Buffer; keep(): void },
): Promise<Restored> {
  const clear = async (tx: Db): Promise<void> => {
    const known = migrations.filter(({ name }) => backup.header.migrations.includes(name))
    await migrate(tx, app.clock, known)
    const { newer } = await migrationStatus(tx, known)
    if (newer.length > 0) throw new NewerDatabase(newer) // the rows fit only the schema from which they were written
    await refuseNonEmpty(tx)
    await emptyTables(tx)
  }
  const load = async (tx: Db): Promise<number> => {
    await clear(tx)
    const rows = await withoutOrder(tx, () => loadRows(tx, backup.lines()))
    await deleteClaim(tx)
    await KeyRing.open({ db: tx, clock: app.clock, random: app.random }, key.bytes)
    return rows
  }

  if ((await migrationStatus(app.db)).applied.length > 0) {
    await verifyBackup(app.db, load)
    await app.db.transaction().execute(clear)
  }
  const rows = await app.db.transaction().execute(async (tx) => {
    const loaded = await load(tx)
    key.keep()
    return loaded
  })
  await migrate(app.db, app.clock)
  return { madeAt: backup.header.madeAt, rows }
}

async function refuseNonEmpty(db: Db): Promise<void> {
  if (await hasPlayers(db)) {
    throw new RestoreRefused('this database has accounts: restore into an empty one')
  }
}

async function verifyBackup(db: Db, work: (tx: Db) => Promise<unknown>): Promise<void> {
  const tx = await db.startTransaction().execute()
  try {
    await work(tx)
  } finally {
    await tx.rollback().execute()
  }
}

async function loadRows(tx: Db, lines: AsyncIterable<Line>): Promise<number> {
  let writer: ReturnType<typeof rowWriter> | undefined
  for await (const line of lines) {
    if ('row' in line) await writer?.take(line.row)
    else if ('table' in line) {
      await writer?.done()
      writer = rowWriter(tx, { name: line.table, columns: line.columns })
    } else if ('end' in line) {
      await writer?.done()
      return line.rows
    }
  }
  throw new CorruptBackup('the backup is cut off: its end is missing')
}

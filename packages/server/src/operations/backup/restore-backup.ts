import type { Db } from '../../database/database.ts'
import { migrate, migrationStatus, NewerDatabase } from '../../database/migrations/migrate-store.ts'
import { migrations } from '../../database/migrations/migrations.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Random } from '../../platform/random.ts'
import { KeyRing } from '../../security/keys/key-ring.ts'
import { dropClaim } from './backup-claim-store.ts'
import { BrokenBackup, type Line } from './backup-lines.ts'
import { type CheckedBackup, RestoreRefused } from './read-backup.ts'
import { emptyTables, isInhabited, rowWriter, withoutOrder } from './restore-store.ts'

export type Restored = { madeAt: string; rows: number }

type Needs = { db: Db; clock: Clock; random: Random }

/**
 * Restores a backup into an empty database, all or nothing. One transaction takes every row, and
 * the key is kept just before the commit, when nothing can be refused any more. A site that was
 * started before has rows sealed with its old key: there the whole restore is first rehearsed and
 * rolled back, and those rows are deleted before the key changes. So wherever a restore is killed,
 * the database is as it was, empty or complete, and its key fits. At the end the migrations that
 * are newer than the backup are applied.
 *
 * @param key the backup's key; `keep` makes it the site's own.
 * @throws RestoreRefused, BrokenBackup; WrongEncryptionKey when the key is not the backup's.
 */
export async function restoreBackup(
  app: Needs,
  backup: CheckedBackup,
  key: { bytes: Buffer; keep(): void },
): Promise<Restored> {
  const clear = async (tx: Db): Promise<void> => {
    const known = migrations.filter(({ name }) => backup.header.migrations.includes(name))
    await migrate(tx, app.clock, known)
    const { newer } = await migrationStatus(tx, known)
    if (newer.length > 0) throw new NewerDatabase(newer) // rows go into the form they were made for
    await refuseInhabited(tx)
    await emptyTables(tx)
  }
  const load = async (tx: Db): Promise<number> => {
    await clear(tx)
    const rows = await withoutOrder(tx, () => loadRows(tx, backup.lines()))
    await dropClaim(tx)
    await KeyRing.open({ db: tx, clock: app.clock, random: app.random }, key.bytes)
    return rows
  }

  if ((await migrationStatus(app.db)).applied.length > 0) {
    await rehearse(app.db, load)
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

async function refuseInhabited(db: Db): Promise<void> {
  if (await isInhabited(db)) {
    throw new RestoreRefused('this database has accounts: restore into an empty one')
  }
}

/** Does the work in a transaction that is always rolled back. */
async function rehearse(db: Db, work: (tx: Db) => Promise<unknown>): Promise<void> {
  const tx = await db.startTransaction().execute()
  try {
    await work(tx)
  } finally {
    await tx.rollback().execute()
  }
}

/** Writes the rows, and returns how many there were. */
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
  throw new BrokenBackup('the backup is cut off: its end is missing')
}

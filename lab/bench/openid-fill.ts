import { hashOf } from '../../packages/server/src/openid/storage/adapter.ts'
import { DAY } from '../../packages/server/src/platform/clock.ts'
import type { Site } from '../../packages/server/test/support/site.ts'

/** The number of rows per statement, because SQLite accepts at most 32,766 values. */
const CHUNK = 1000

/**
 * Inserts open sessions of a player, each with a session of the provider, a grant and a refresh token. Also inserts the
 * same number of used refresh tokens for a grant of another player.
 */
export async function fillOpenId(
  { app, now }: Pick<Site, 'app' | 'now'>,
  { rows, owner, others }: { rows: number; owner: string; others: string },
): Promise<void> {
  const { db } = app
  const of = (kind: string, player: string) =>
    db
      .selectFrom('oidc_payload')
      .selectAll()
      .where('kind', '=', kind)
      .where('player_id', '=', player)
      .executeTakeFirstOrThrow()
  const [grant, token, session] = [
    await of('Grant', owner),
    await of('RefreshToken', owner),
    await of('Session', owner),
  ]
  const open = await db
    .selectFrom('session')
    .selectAll()
    .where('player_id', '=', others)
    .executeTakeFirstOrThrow()
  const old = { created_at: now() - 2 * DAY }
  const theirs = { ...old, player_id: others }
  await inChunks(
    rows,
    (n) => ({ ...open, id: `session-${n}` }),
    (chunk) => db.insertInto('session').values(chunk).execute(),
  )
  await inChunks(
    rows * 4,
    (at) => {
      const [n, part] = [Math.floor(at / 4), at % 4]
      const id = hashOf('row', String(at))
      if (part === 0) return { ...session, ...theirs, id, session_id: `session-${n}` }
      if (part === 1) return { ...grant, ...theirs, id }
      if (part === 3) return { ...token, ...old, id, consumed_at: now() }
      const grantId = hashOf('row', String(at - 1))
      return { ...token, ...theirs, id, grant_id: grantId, session_id: `session-${n}` }
    },
    (chunk) => db.insertInto('oidc_payload').values(chunk).execute(),
  )
}

async function inChunks<Row>(
  count: number,
  rowAt: (n: number) => Row,
  insert: (rows: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let first = 0; first < count; first += CHUNK) {
    const size = Math.min(CHUNK, count - first)
    await insert(Array.from({ length: size }, (_, n) => rowAt(first + n)))
  }
}

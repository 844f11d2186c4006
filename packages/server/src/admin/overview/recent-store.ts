import type { Db } from '../../database/database.ts'

export async function listNewestBans(db: Db, now: number, limit: number) {
  return db
    .selectFrom('ban')
    .innerJoin('player', 'player.id', 'ban.player_id')
    .select([
      'player.id as uuid',
      'player.username',
      'ban.reason',
      'ban.created_at as createdAt',
      'ban.expires_at as expiresAt',
    ])
    .where('ban.lifted_at', 'is', null)
    .where((eb) => eb.or([eb('ban.expires_at', 'is', null), eb('ban.expires_at', '>', now)]))
    .orderBy('ban.created_at', 'desc')
    .orderBy('ban.id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * How many players with panel permissions are searched for sign-ins at most. If there are more, the sign-ins of the
 * others are not shown.
 */
const MAX_STAFF = 200

/**
 * Lists the newest open sessions on the site of players with panel permissions: superusers, and players with a role
 * that opens the panel.
 */
export async function listStaffSignIns(db: Db, { now, limit }: { now: number; limit: number }) {
  const roles = db
    .selectFrom('bundle')
    .select('id')
    .where('kind', '=', 'role')
    .where((eb) =>
      eb.or([eb('permissions', 'like', '%"panel.%'), eb('permissions', 'like', '%"*"%')]),
    )
  const superusers = db
    .selectFrom('player')
    .select('id')
    .where('superuser_at', 'is not', null)
    .limit(MAX_STAFF)
  const holders = db
    .selectFrom('player_role')
    .select('player_id as id')
    .where('role_id', 'in', roles)
    .where('role_id', '!=', 'default')
    .limit(MAX_STAFF)
  return db
    .selectFrom('session')
    .innerJoin('player', 'player.id', 'session.player_id')
    .select([
      'player.id as uuid',
      'player.username',
      'session.device',
      'session.ip',
      'session.created_at as at',
    ])
    .where((eb) =>
      eb.or([
        eb('session.player_id', 'in', db.selectFrom(superusers.as('superusers')).select('id')),
        eb('session.player_id', 'in', db.selectFrom(holders.as('holders')).select('id')),
      ]),
    )
    .where('session.game_hash', 'is', null)
    .where('session.expires_at', '>', now)
    .orderBy('session.created_at', 'desc')
    .orderBy('session.id', 'desc')
    .limit(limit)
    .execute()
}

export async function countActivePlayers(
  db: Db,
  { from, until }: { from: number; until: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.count<number>('target').distinct().as('count'))
    .where('action', '=', 'login.succeeded')
    .where('at', '>=', from)
    .where('at', '<', until)
    .executeTakeFirstOrThrow()
  return Number(count)
}

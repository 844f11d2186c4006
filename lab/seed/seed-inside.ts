import { sql } from 'kysely'
import type { Db } from '../../packages/server/src/database/database.ts'

/*
 * Makes the rows of seed-rows.ts inside PostgreSQL: ten million players take 15 minutes instead of half a
 * day. A test compares both ways row by row.
 */

type Counts = { players: number; sessions: number; grants: number; audits: number }

const DAY = 86_400_000

/** SQL functions that the statements below use. They exist until the connection ends. */
const FUNCTIONS = [
  `create function pg_temp.uuid_of(text) returns text language sql immutable return
    overlay(overlay(md5($1) placing '4' from 13) placing '8' from 17)::uuid::text`,
  `create function pg_temp.token_of(text) returns text language sql immutable return
    translate(rtrim(encode(decode(md5($1), 'hex'), 'base64'), '='), '+/', '-_')`,
  `create function pg_temp.base36(bigint) returns text language sql immutable return
    coalesce(nullif(ltrim(${[4, 3, 2, 1, 0].map(digit36).join(' || ')}, '0'), ''), '0')`,
  `create function pg_temp.net_of(bigint) returns text language sql immutable return
    '10.' || ($1 >> 16) || '.' || ($1 >> 8 & 255) || '.'`,
]

function digit36(power: number): string {
  return `substr('0123456789abcdefghijklmnopqrstuvwxyz', ($1 / ${36 ** power} % 36)::int + 1, 1)`
}

/** Returns the statement that fills each table. In it, `i` is the number of a row and `n` the number of players. */
function fillings(now: number, passwordHash: string): Record<string, string> {
  const names = `(array['steve','alex','herobrine','notch','enderman','creeper','blaze','ghast'])`
  const created = `(${now} - floor((n - i)::float8 / n * 1000 * ${DAY}))::bigint`
  const name = `left(${names}[i % 8 + 1] || '_' || pg_temp.base36(i), 16)`
  const place = 'case when i % 5 = 0 then i % 7 else i % 50000 end'
  const ip = `pg_temp.net_of(${place}) || (${place} & 255)`
  const at = `(${now} - floor(i::float8 * ${60 * DAY} / (n * 3)) - 1)::bigint`
  return {
    player: `insert into player (id, username, username_key, email, email_key, password_hash, locale,
        activated_at, superuser_at, totp_enabled_at, inviter_id, created_at)
      select pg_temp.uuid_of('player ' || i), name, name, name || '@example.org', name || '@example.org',
        '${passwordHash}', 'en', case when i % 20 <> 19 then at end, case when i < 3 then at end,
        case when i % 50 = 7 then at end,
        case when i > 1000 and i % 10 = 3 then pg_temp.uuid_of('player ' || i % 1000) end, at
      from (select i, ${name} as name, ${created} as at from rows) as named`,
    session: `insert into session (id, player_id, device, agent, ip, counter, replacements,
        created_at, updated_at, expires_at)
      select pg_temp.token_of('session ' || i), pg_temp.uuid_of('player ' || i % n), 'Launcher', 'Launcher',
        ${ip}, 1, '[]', ${now} - i % 30 * ${DAY}, ${now}, ${now + 30 * DAY} from rows`,
    device: `insert into device (player_id, mark, first_seen_at, last_seen_at)
      select pg_temp.uuid_of('player ' || i % n),
        case when i < n then 'cookie:' || pg_temp.token_of('device ' || i)
          else 'place:Launcher@' || pg_temp.net_of(${place}) || '0/24' end,
        ${now} - i % 300 * ${DAY}, ${now} from rows`,
    audit: `insert into audit (id, at, action, actor, target, ip, before, after)
      select (lpad(to_hex(at), 12, '0') || substr(replace(pg_temp.uuid_of('audit ' || i), '-', ''), 13))::uuid::text,
        at, case when i % 10 = 0 then 'login.missed' else 'login.succeeded' end, player, player,
        ${ip}, null, 'Launcher'
      from (select i, ${at} as at, pg_temp.uuid_of('player ' || i % n) as player from rows) as dated`,
    donate_grant: `insert into donate_grant
        (id, player_id, group_id, starts_at, ends_at, created_at, author, taken_at)
      select pg_temp.uuid_of('grant ' || i), pg_temp.uuid_of('player ' || i * 5 % n),
        (array['gold', 'silver', 'bronze'])[i % 3 + 1], at,
        case when i % 7 <> 0 then at + ${30 * DAY} end, at, 'command', null
      from (select i, n, ${now} - i % 400 * ${DAY} as at from rows) as dated`,
    player_role: `insert into player_role (player_id, role_id)
      select pg_temp.uuid_of('player ' || i * 20 % n), (array['helper', 'moderator', 'builder'])[i % 3 + 1]
      from rows`,
    ban: `insert into ban
        (id, player_id, reason, author, created_at, expires_at, lifted_at, lifted_by)
      select pg_temp.uuid_of('ban ' || i), pg_temp.uuid_of('player ' || (i * 100 + 11) % n), 'griefing',
        'command', at, case when i % 20 <> 0 then at + ${DAY} end, null, null
      from (select i, n, ${now} - i % 900 * ${DAY} as at from rows) as dated`,
  }
}

/** Fills an empty PostgreSQL database: first rows, then keys and indexes, which is much faster. */
export async function seedInside(
  db: Db,
  { players, sessions, grants, audits }: Counts,
  { now, passwordHash, log }: { now: number; passwordHash: string; log(text: string): void },
): Promise<void> {
  const counts: Record<string, number> = {
    player: players,
    session: sessions,
    device: players * 2,
    audit: audits,
    donate_grant: grants,
    player_role: Math.floor(players / 20),
    ban: Math.floor(players / 100),
  }
  await db.connection().execute(async (connection) => {
    const run = (text: string) => sql.raw(text).execute(connection)
    for (const setting of ["maintenance_work_mem = '512MB'", 'synchronous_commit = off']) {
      await run(`set ${setting}`)
    }
    for (const text of FUNCTIONS) await run(text)
    const restore = await dropIndexes(connection)
    for (const [table, text] of Object.entries(fillings(now, passwordHash))) {
      log(`${table}: ${counts[table]}`)
      const rows = `(select i, ${players}::bigint as n from generate_series(0, ${counts[table]}::bigint - 1) as i)`
      await run(text.replaceAll('from rows', `from ${rows} as rows`))
    }
    for (const text of restore) {
      log(text)
      await run(text)
    }
    await run('vacuum analyze')
    for (const setting of ['maintenance_work_mem', 'synchronous_commit'])
      await run(`reset ${setting}`)
  })
}

/** Drops all keys and indexes. @returns the statements that restore them, in a working order */
async function dropIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ drop: string; restore: string }>`
    with constraints as (
      select conrelid::regclass as "table", conname, pg_get_constraintdef(oid) as definition, contype
      from pg_constraint
      where connamespace = current_schema()::regnamespace and contype in ('f', 'p', 'u')
    )
    select format('alter table %s drop constraint %I', "table", conname) as drop,
      format('alter table %s add constraint %I %s', "table", conname, definition) as restore,
      case contype when 'f' then 1 else 2 end as turn
    from constraints
    union all
    select format('drop index %I', indexname), indexdef, 3 from pg_indexes
    where schemaname = current_schema() and indexname not in (select conname from constraints)
    order by turn, drop`.execute(db)
  for (const { drop } of rows) await sql.raw(drop).execute(db)
  return rows.map(({ restore }) => restore).toReversed()
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { capeFile, skinFile } from '../profiles/textures/texture-requests.ts'
import { newPostgres } from '../support/empty-site.ts'
import { newFolder } from '../support/server-process.ts'
import { newMariadb } from './start-mariadb.ts'
import { CREATED, FORMER_KEY, KEY, type Odd, type Values } from './unicorecms-players.ts'

type Row = { table: string; row: Values }
type Run = (text: string, values?: readonly (string | number | boolean | null)[]) => Promise<void>

export const SCRIPT = '<p>The <b>server</b> is open</p><script>alert(1)</script>'
export const PERMS =
  'panel.access,panel.users.ban,!player.cloak.upload,panel.store.read,laminara.build.test'

const OTHERS: readonly Row[] = [
  role('default', 'Everybody', 'player.*', 0),
  role('banned', 'Banned', '!player.*', 100),
  role('Moderator', 'Moderator', PERMS, 30),
  role('helper', 'Another helper', '*', 5),
  group(1, 'VIP', 'vip', 'player.skin.hd,player.payment'),
  group(2, 'Золото', 'Золото', null),
  group(3, 'Helper', 'helper', null),
  news(1, {
    title: 'Opening',
    description: SCRIPT,
    image: 'news.png',
    link: 'https://example.org/',
  }),
  news(2, { title: 'Secret', description: 'later', hidden: true }),
  news(3, { title: null, description: '<p>Only a text</p>', link: 'javascript:alert(1)' }),
]

function role(id: string, name: string, perms: string, priority: number): Row {
  return { table: 'roles', row: { id, name, perms, priority } }
}

function group(id: number, name: string, ingame_id: string, web_perms: string | null): Row {
  return { table: 'donate_groups', row: { id, name, ingame_id, web_perms, price: 100 } }
}

function news(id: number, row: Values): Row {
  return {
    table: 'news',
    row: { id, created: CREATED, published_at: CREATED, hidden: false, ...row },
  }
}

/** Returns the statements that create the tables of UnicoreCMS with the columns that the import reads. */
function schemaOf(kind: 'mysql' | 'postgres'): string[] {
  const [uuid, at, serial] =
    kind === 'postgres'
      ? ['uuid', 'timestamp', 'serial']
      : ['varchar(36)', 'datetime(6)', 'int auto_increment']
  return [
    `users (uuid ${uuid} primary key, username varchar(255) not null, email varchar(255) unique,
      password varchar(255) not null, locale varchar(5), superuser boolean, activated boolean,
      access_token text, server_id varchar(255), two_factor_enabled boolean, two_factor_secret text,
      two_factor_secret_temp text, real_ decimal(16,4) not null default 0,
      virtual_ decimal(16,4) not null default 0, perms text, created ${at} not null, updated ${at} not null)`,
    `roles (id varchar(255) primary key, name varchar(255) not null, perms text, priority int not null default 0)`,
    `users_roles (user_uuid ${uuid} not null, role_id varchar(255) not null, primary key (user_uuid, role_id))`,
    `donate_groups (id int primary key, name varchar(255) not null, ingame_id varchar(255) not null,
      price decimal(16,4) not null, web_perms text)`,
    `users_donate_groups (id ${serial} primary key, user_uuid ${uuid}, group_id int, server_id varchar(255), expired ${at})`,
    `skins (file varchar(255) not null, slim boolean, user_uuid ${uuid} primary key)`,
    `cloaks (file varchar(255) not null, user_uuid ${uuid} primary key)`,
    `bans (user_uuid ${uuid} primary key, actor_uuid ${uuid}, reason varchar(255) not null, expires ${at})`,
    `news (id int primary key, title varchar(255), description text not null, image varchar(255),
      link varchar(255), hidden boolean not null default false, published_at ${at} not null, created ${at} not null)`,
  ].map((table) => {
    const quote = kind === 'mysql' ? '`' : '"'
    const named = table
      .replace('real_', `${quote}real${quote}`)
      .replace('virtual_', `${quote}virtual${quote}`)
    return `create table unicore_${named}`
  })
}

async function fill(run: Run, kind: 'mysql' | 'postgres', players: readonly Odd[]): Promise<void> {
  for (const text of schemaOf(kind)) await run(text)
  const quoted = (name: string): string => (kind === 'mysql' ? `\`${name}\`` : `"${name}"`)
  const people = players.flatMap(({ row, belongs = [] }) => [{ table: 'users', row }, ...belongs])
  for (const { table, row } of [...OTHERS, ...people]) {
    const names = Object.keys(row)
    const marks = names.map((_, place) => (kind === 'mysql' ? '?' : `$${place + 1}`)).join(', ')
    const columns = names.map(quoted).join(', ')
    await run(`insert into unicore_${table} (${columns}) values (${marks})`, Object.values(row))
  }
}

export type OldSite = { from: string; [Symbol.asyncDispose](): Promise<void> }

export async function onPostgres(players: readonly Odd[]): Promise<OldSite> {
  const postgres = await newPostgres()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const run: Run = async (text, values = []) => void (await client.query(text, [...values]))
  await fill(run, 'postgres', players)
  await client.end()
  return { from: postgres.url, [Symbol.asyncDispose]: () => postgres.drop() }
}

export async function onMariadb(players: readonly Odd[]): Promise<OldSite> {
  const database = await newMariadb()
  const run: Run = (text, values = []) => database.run(text, values.map(withoutTruth))
  await fill(run, 'mysql', players)
  await database.disconnect()
  return { from: database.url, [Symbol.asyncDispose]: () => database.drop() }
}

function withoutTruth(value: Values[string]) {
  return typeof value === 'boolean' ? Number(value) : (value ?? null)
}

/** Makes the folder of an old site, with its keys and uploaded files. */
export function oldFolder() {
  const folder = newFolder()
  const uploads = join(folder.path, 'site/storage')
  mkdirSync(uploads, { recursive: true })
  const env = `ENCRYPTION_KEY="${KEY}"\nENCRYPTION_KEY_PREVIOUS='${FORMER_KEY}'\nTIMEZONE=UTC\n`
  writeFileSync(join(folder.path, 'site/.env'), env)
  writeFileSync(join(uploads, 'skin.png'), skinFile(1))
  writeFileSync(join(uploads, 'hd.png'), skinFile(2, { size: 128 }))
  writeFileSync(join(uploads, 'cape.png'), capeFile(3))
  writeFileSync(join(uploads, 'news.png'), skinFile(4))
  writeFileSync(join(folder.path, 'site/outside.png'), skinFile(5))
  return { path: join(folder.path, 'site'), [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { LAST_RELEASE } from '../../../packages/server/src/database/migrations/migrations.ts'
import { root } from '../../mutation/mutations.ts'
import { linkModules } from '../../mutation/project-copy.ts'
import { type Portal, startPortal, wirePortal } from './portals.ts'
import { type Stage, withPlayers } from './stage.ts'

const MIGRATIONS = '*/migrations/[0-9]*.ts'

/** The name of a separate database, because an older Portal does not start on a migrated database. */
const DATABASE = 'older'

/** Enough that the migration takes a while. */
const PLAYERS = 50_000

/**
 * Replaces both Portals by two Portals of the last release, which serve many players in a separate database. The
 * release is taken from git: the newest commit whose last migration is LAST_RELEASE.
 */
export async function openOlderStage(stage: Stage): Promise<Stage> {
  const { cluster, mail } = stage
  const program = extractRelease(join(cluster.one.folder, '..', 'older'))
  for (const portal of stage.portals) {
    await portal.stop()
    for (const wire of portal.wires) await wire.close()
  }
  const primary = await cluster.primary()
  await onDatabase(cluster.urlAt(primary), [
    `drop database if exists ${DATABASE}`,
    `create database ${DATABASE} owner portal`,
  ])
  const older = { ...cluster, urlAt: urlOfOlder(stage) }
  const portals = []
  for (const machine of [cluster.one, cluster.two]) {
    const wired: Portal = await wirePortal(cluster, machine, 'haproxy')
    const databaseUrl = wired.databaseUrl.replace(/portal$/, DATABASE)
    portals.push(await startPortal({ ...wired, databaseUrl, program }, mail.url))
  }
  await onDatabase(older.urlAt(primary), [SEED, SEED_GRANTS, 'analyze'])
  return withPlayers({ ...stage, cluster: older, way: 'haproxy', portals })
}

function urlOfOlder({ cluster }: Stage): Stage['cluster']['urlAt'] {
  return (machine) => cluster.urlAt(machine).replace(/portal$/, DATABASE)
}

/**
 * Extracts the sources of the last release into a folder, with links to the libraries of this one. @returns
 * its program
 */
function extractRelease(folder: string): string {
  mkdirSync(folder)
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, maxBuffer: 256 * 1024 * 1024 })
  const commits = git('log', '--format=%H', '--', MIGRATIONS).toString().trim().split('\n')
  const release = commits.find(
    (commit) => newestStep(git('ls-tree', '-r', '--name-only', commit)) === LAST_RELEASE,
  )
  if (!release) throw new Error(`git has no commit that ends with the migration ${LAST_RELEASE}`)
  const archive = git('archive', release, 'package.json', 'packages')
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  linkModules(folder)
  return join(folder, 'packages/server/src/main.ts')
}

function newestStep(files: Buffer): string | undefined {
  const names = [...files.toString().matchAll(/\/migrations\/(\d.*)\.ts$/gm)].map(
    ([, name = '']) => name,
  )
  return names.sort().at(-1)
}

async function onDatabase(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const SEED = `
  insert into player (id, username, username_key, email, email_key, password_hash, locale, created_at)
  select 'seed-' || n, 'Seed_' || n, 'seed_' || n, n || '@seed.example.org', n || '@seed.example.org', '', 'en', n
  from generate_series(1, ${PLAYERS}) n`

/** Half of the players have a permission, given before the database marked such players. */
const SEED_GRANTS = `
  insert into player_node (player_id, node)
  select 'seed-' || n, 'site.seeded' from generate_series(1, ${PLAYERS}, 2) n`

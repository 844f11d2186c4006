import assert from 'node:assert/strict'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { sources } from '../../src/import/sources/sources.ts'
import { offlinePlayerId } from '../../src/players/player-id.ts'
import { DONE } from '../cli/command.ts'
import { oddPlayers } from '../import/authme-players.ts'
import { type AnySource, everySource } from '../import/every-source.ts'
import type { OldDatabase } from '../import/old-database.ts'
import { limboauth } from '../import/plugins/limboauth.ts'
import { FORMER_KEY, KEY } from '../import/unicorecms-players.ts'
import { oldFolder } from '../import/unicorecms-source.ts'
import { outcome } from '../support/browser.ts'
import { runInProcess } from '../support/run-in-process.ts'
import { newFolder } from '../support/server-process.ts'
import type { Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { askedOf } from './document-commands.ts'
import { ROOT, readPage, shellCommands } from './documents.ts'

const OWNERS = 'docs/owners/en'
const all = await everySource()
const pages = globSync(['moving-in.md', 'moving-in/*.md'], { cwd: join(ROOT, OWNERS) })

/** The values that replace placeholders of the pages, for the previous sites of the tests. */
const WORDS: Readonly<Record<string, string>> = { SALT: 'site-salt', KEY: `${KEY},${FORMER_KEY}` }
const FROM_FILE = ['csv', 'jsonl']

test('each import source has a page for owners', () => {
  const named = commandsOf('moving-in.md').length
  const told = pages.map((page) => basename(page, '.md'))

  assert.ok(named > 0)
  assert.deepEqual(
    sources.map(({ name }) => name).filter((name) => name !== 'jsonl' && !told.includes(name)),
    [],
  )
})

for (const page of pages) {
  sqliteTest(`the commands of ${page} work as documented`, async (site) => {
    await using opening = new AsyncDisposableStack()
    const old = openFor(page, site, opening)
    const commands = commandsOf(page)
    const reports = []
    for (const words of commands) reports.push(await old.run(words))

    const written = reports.filter(({ dryRun }) => !dryRun)
    assert.equal(written.length, 1, 'one command writes')
    assert.ok(
      reports.every(({ read, importable, present }) => read > 0 && importable + present > 0),
    )
    assert.ok(reports.every(({ dryRun, imported }) => imported > 0 === !dryRun))
    const { name, password } = old.known
    assert.deepEqual(
      written.map(({ proved }) => proved),
      [name],
    )
    assert.equal(outcome(await site.browser().logIn(name, password)), '200')
  })
}

/** Returns the arguments of each `portal import …` in a page. */
function commandsOf(page: string): string[][] {
  const path = join(OWNERS, page)
  const { blocks } = readPage(path, readFileSync(join(ROOT, path), 'utf8'))
  const typed = blocks.filter(({ language }) => language === 'sh')
  return typed
    .flatMap(({ text }) => shellCommands(text))
    .flatMap((command) => {
      const words = askedOf(command)?.map((word) => word.replaceAll(/^['"]|['"]$/g, ''))
      return words?.[0] === 'import' ? [words] : []
    })
}

/** Makes the databases, files and folders that a page's commands name. */
function openFor(page: string, site: Site, opening: AsyncDisposableStack) {
  const folder = opening.use(newFolder())
  const unicorecms = opening.use(oldFolder())
  const opened = new Map<string, OldDatabase>()
  writeOwn(folder.path, page)
  const [known = { name: '', password: '' }] = all.map((one) => one.known)

  const placeOf = async (source: string, from: string): Promise<string> => {
    if (FROM_FILE.includes(source)) return join(folder.path, from)
    const place = openerOf(source, from)
    const database = opened.get(from) ?? opening.use(await place())
    opened.set(from, database)
    return database.from
  }
  const run = async (words: readonly string[]) => {
    const [, source = ''] = words
    const player = all.find((one) => one.source === source)?.known ?? known
    const args: string[] = []
    for (const [at, word] of words.entries()) {
      const before = words[at - 1] ?? ''
      if (before === '--from') args.push(await placeOf(source, word))
      else if (before === '--files')
        args.push(source === 'unicorecms' ? unicorecms.path : folder.path)
      else if (before === '--world') args.push(join(folder.path, 'server'))
      else if (before === '--renames') args.push(join(folder.path, word))
      else if (before === '--prove') args.push(player.name)
      else args.push(WORDS[word] ?? word)
    }
    const isProved = words.includes('--prove')
    const given = [...args, '--json', ...(isProved ? ['--password-stdin'] : [])]
    const ended = await runInProcess(given, site.env, isProved ? `${player.password}\n` : '')
    assert.equal(ended.code, DONE, `${words.join(' ')}: ${ended.stderr}`)
    return JSON.parse(ended.stdout)
  }
  const own = all.find(({ source }) => source === basename(page, '.md'))
  return { run, known: own?.known ?? known }
}

/**
 * Returns the function that opens the database of an address. If that kind of database is not installed here, opens
 * another kind that the source supports.
 */
function openerOf(source: string, from: string): AnySource['places'][string] {
  const places = all.find((one) => one.source === source)?.places ?? {}
  const named = from.startsWith('mysql') ? 'MariaDB' : 'PostgreSQL'
  const wanted = from.includes('://') ? named : 'an SQLite file'
  const place = places[wanted] ?? Object.values(places)[0]
  assert.ok(place, `${source} is tried with a database`)
  return place
}

/** LimboAuth's table as H2 writes it to CSV. */
const H2 = [
  'NICKNAME,LOWERCASENICKNAME,HASH,TOTPTOKEN,REGDATE,UUID,PREMIUMUUID,LOGINDATE'.split(','),
  ...limboauth.players.map(({ row }) => Object.values(row)),
]

function csvOf(rows: readonly (string | readonly unknown[])[]): string {
  return rows
    .map((row) => (typeof row === 'string' ? row : row.map((cell) => `"${cell ?? ''}"`).join(',')))
    .join('\n')
}

/** Writes files and folders of owners: renames, a game server, players as CSV and JSON lines. */
function writeOwn(folder: string, page: string): void {
  const coming = oddPlayers.filter(({ comesAs, row }) => comesAs && !row.totp)
  const rows = coming.map(({ comesAs = '', row }) => [comesAs, row.email ?? '', row.password])
  const files = {
    'renames.txt': 'Иван=Ivan\n',
    'players.csv': csvOf(page === 'moving-in/limboauth.md' ? H2 : ['nick,email,hash', ...rows]),
    'players.jsonl': rows
      .map(([username, email, passwordHash]) => JSON.stringify({ username, email, passwordHash }))
      .join('\n'),
    'server/usercache.json': '[]',
    [`server/world/playerdata/${offlinePlayerId('Steve')}.dat`]: '',
  }
  mkdirSync(join(folder, 'server/world/playerdata'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
}

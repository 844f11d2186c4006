import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { authmeTable } from '../../packages/server/test/import/authme-source.ts'
import { freePort } from '../../scripts/test/free-port.ts'

/** The number of rows, how many of them are faulty, and the strength of the hashes. */
export type Size = { rows: number; faulty: number; hash: 'strong' | 'quick' }

/** An old site with a table of AuthMe, or a file of the same players with balances. */
export type SourceSite = { source: 'authme' | 'csv'; from: string; stop(): Promise<void> }

type Row = (string | number | null)[]

const COLUMNS = ['username', 'realname', 'password', 'email', 'regdate', 'lastlogin', 'playerUUID']
const BCRYPT = '$2a$10$LOhUxhEcS0vgDPv/jkXvCurNb7LjP9xUlEolJGk.Uhgikqc6FtIOi'
const REGISTERED = Date.UTC(2019, 5, 1)
const BATCH_SIZE = 5_000

/**
 * Makes a row. Faulty ones are distributed evenly: a name with `-`, or a hash of no known format. A tenth
 * of the others has no address, a tenth no password.
 */
function rowAt(index: number, { rows, faulty, hash }: Size): Row {
  const isFaulty = Math.floor(((index + 1) * faulty) / rows) > Math.floor((index * faulty) / rows)
  const kind = isFaulty ? index % 2 : undefined
  const name = kind === 0 ? `no-${index}` : `Player_${index}`
  const digest = createHash('sha256').update(`salt of ${index}`).digest('hex')
  const known = hash === 'strong' ? BCRYPT : `$SHA$${digest.slice(0, 16)}$${digest}`
  const password = kind === 1 ? `unknown ${index}` : index % 10 === 3 ? '' : known
  const email = index % 10 === 7 ? 'your@email.com' : `player${index}@example.org`
  const at = REGISTERED + index * 1000
  const uuid = index % 3 === 0 ? digest.slice(0, 32).replace(/^(.{12})./, '$14') : null
  return [name.toLowerCase(), name, password, email, at, at + 1000, uuid]
}

export function sourceOnSqlite(folder: string, size: Size): SourceSite {
  const file = join(folder, 'authme.db')
  using db = new DatabaseSync(file)
  db.exec(`pragma synchronous = off; pragma journal_mode = off; ${authmeTable([]).create.sqlite}`)
  const marks = COLUMNS.map(() => '?').join(', ')
  const insert = db.prepare(`insert into authme (${COLUMNS.join(', ')}) values (${marks})`)
  db.exec('begin')
  for (let index = 0; index < size.rows; index += 1) insert.run(...rowAt(index, size))
  db.exec('commit')
  return { source: 'authme', from: file, stop: async () => undefined }
}

export function sourceOnCsv(folder: string, size: Size): SourceSite {
  const from = join(folder, 'players.csv')
  const file = openSync(from, 'w')
  writeSync(file, 'username,email,passwordHash,createdAt,seenAt,uuid,real\n')
  for (let first = 0; first < size.rows; first += BATCH_SIZE) {
    const count = Math.min(BATCH_SIZE, size.rows - first)
    const lines = Array.from({ length: count }, (_, place) => {
      const [, name, hash, email, registered, seen, uuid] = rowAt(first + place, size)
      const known = email === 'your@email.com' ? '' : email
      return `${[name, known, hash, registered, seen, uuid, '12.34'].join(',')}\n`
    })
    writeSync(file, lines.join(''))
  }
  closeSync(file)
  return { source: 'csv', from, stop: async () => undefined }
}

/** Starts a MariaDB server whose data are deleted with the given folder. */
export async function sourceOnMariadb(folder: string, size: Size): Promise<SourceSite> {
  const data = join(folder, 'mariadb')
  mkdirSync(data)
  const port = await freePort()
  const server = spawn(
    'mariadbd',
    [
      ...['--no-defaults', '--skip-grant-tables', `--user=${userInfo().username}`],
      ...[
        `--datadir=${data}`,
        `--socket=${join(folder, 's')}`,
        `--pid-file=${join(folder, 'pid')}`,
      ],
      ...['--bind-address=127.0.0.1', `--port=${port}`, '--innodb-flush-log-at-trx-commit=0'],
    ],
    { stdio: 'ignore', env: { PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` } },
  )
  process.once('exit', () => server.kill('SIGKILL'))
  const connection = await connected(port)
  await connection.query('create database old character set utf8mb4')
  await connection.query('use old')
  await connection.query(authmeTable([]).create.mysql ?? '')
  for (let first = 0; first < size.rows; first += BATCH_SIZE) {
    const count = Math.min(BATCH_SIZE, size.rows - first)
    const rows = Array.from({ length: count }, (_, place) => rowAt(first + place, size))
    await connection.query(`insert into authme (${COLUMNS.join(', ')}) values ?`, [rows])
  }
  await connection.end()
  return {
    source: 'authme',
    from: `mysql://root@127.0.0.1:${port}/old`,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
    },
  }
}

async function connected(port: number) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await createConnection({ host: '127.0.0.1', port, user: 'root' })
    } catch (error) {
      if (tries === 300) throw error
      await sleep(100) // not listening yet
    }
  }
}

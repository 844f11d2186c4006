import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { openForAll } from '../open-for-all.ts'
import { freePort, newFolder } from '../support/server-process.ts'
import { waitUntil } from '../support/wait-until.ts'

const SERVER = ['/usr/sbin/mariadbd', '/usr/libexec/mariadbd', '/usr/local/sbin/mariadbd'].find(
  (path) => existsSync(path),
)

/** Whether MariaDB is installed here; otherwise its tests do not run. */
export const hasMariadb = SERVER !== undefined
if (!hasMariadb) console.log('MariaDB is not installed here: its tests do not run')

type Server = { port: number; stop(): Promise<void> }

let running: Promise<Server> | undefined
let made = 0
openForAll.defer(async () => (await running)?.stop())

/** Makes an empty database on a MariaDB server that all tests of a process share. */
export async function newMariadb() {
  running ??= startMariadb()
  const { port } = await running
  made += 1
  const name = `old_${made}`
  const connection = await createConnection({ host: '127.0.0.1', port, user: 'root' })
  const run = async (text: string, values: readonly (string | number | Buffer | null)[] = []) => {
    await connection.query(text, [...values])
  }
  await run("set session time_zone = '+00:00'")
  await run(`create database ${name} character set utf8mb4`)
  await run(`use ${name}`)
  return {
    url: `mysql://root@127.0.0.1:${port}/${name}`,
    run,
    disconnect: () => connection.end(),
    async drop() {
      const again = await createConnection({ host: '127.0.0.1', port, user: 'root' })
      await again.query(`drop database ${name}`)
      await again.end()
    },
  }
}

/** Starts a MariaDB server in a folder that is deleted afterwards. */
async function startMariadb(): Promise<Server> {
  await using opening = new AsyncDisposableStack()
  const folder = newFolder()
  opening.defer(() => folder[Symbol.dispose]())
  const data = join(folder.path, 'data')
  mkdirSync(data)
  const port = await freePort()
  // `--skip-grant-tables` lets the server start in an empty folder. The program that would create the
  // grant tables changes owners below /usr, which not every machine allows.
  const server = spawn(
    SERVER ?? '',
    [
      ...['--no-defaults', `--user=${userInfo().username}`, '--skip-grant-tables'],
      ...[`--datadir=${data}`, `--socket=${join(folder.path, 'socket')}`],
      ...['--bind-address=127.0.0.1', `--port=${port}`, '--innodb-buffer-pool-size=16M'],
      ...[`--pid-file=${join(folder.path, 'pid')}`, '--innodb-flush-log-at-trx-commit=0'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null
  let said = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  opening.defer(async () => {
    if (hasEnded()) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  })
  const place = { host: '127.0.0.1', port, user: 'root' }
  await waitUntil(async () => {
    if (hasEnded()) throw new Error(`MariaDB did not start: ${said}`)
    const connection = await createConnection(place).catch(() => undefined)
    await connection?.end()
    return connection !== undefined
  })
  const opened = opening.move()
  return { port, stop: () => opened.disposeAsync() }
}

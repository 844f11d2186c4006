import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { freePort, newFolder } from '../child.ts'
import { until } from '../until.ts'
import type { AuthMeRow } from './authme-players.ts'
import { insertOf, type OldDatabase, schemaOf, valuesOf } from './authme-source.ts'

const SERVER = ['/usr/sbin/mariadbd', '/usr/libexec/mariadbd', '/usr/local/sbin/mariadbd'].find(
  (path) => existsSync(path),
)

/** Whether MariaDB is installed here; where it is not, its tests are left out. */
export const hasMariadb = SERVER !== undefined

/** Starts a MariaDB of its own in a folder that is deleted afterwards, with AuthMe's table. */
export async function authmeOnMariadb(rows: readonly AuthMeRow[]): Promise<OldDatabase> {
  await using opening = new AsyncDisposableStack()
  const folder = newFolder()
  opening.defer(() => folder[Symbol.dispose]())
  const data = join(folder.path, 'data')
  const user = `--user=${userInfo().username}`
  const install = ['--no-defaults', `--datadir=${data}`, user, '--skip-test-db']
  execFileSync('mariadb-install-db', [...install, '--auth-root-authentication-method=normal'], {
    stdio: 'ignore',
  })
  const port = await freePort()
  const server = spawn(
    SERVER ?? '',
    [
      ...['--no-defaults', user, `--datadir=${data}`, `--socket=${join(folder.path, 'socket')}`],
      ...['--bind-address=127.0.0.1', `--port=${port}`, '--innodb-buffer-pool-size=16M'],
      ...[`--pid-file=${join(folder.path, 'pid')}`, '--innodb-flush-log-at-trx-commit=0'],
    ],
    { stdio: 'ignore' },
  )
  opening.defer(async () => {
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  })
  const place = { host: '127.0.0.1', port, user: 'root' }
  const connect = () => createConnection(place).catch(() => undefined)
  let connection = await connect()
  await until(async () => {
    connection ??= await connect()
    return connection !== undefined
  })
  await connection?.query('create database authme character set utf8mb4')
  await connection?.query('use authme')
  await connection?.query(
    schemaOf('id MEDIUMINT UNSIGNED AUTO_INCREMENT PRIMARY KEY').replace(
      'username VARCHAR(255)',
      'username VARCHAR(255) COLLATE utf8mb4_bin',
    ),
  )
  for (const row of rows)
    await connection?.query(
      insertOf(() => '?'),
      valuesOf(row),
    )
  await connection?.end()
  const opened = opening.move()
  return {
    from: `mysql://root@127.0.0.1:${port}/authme`,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

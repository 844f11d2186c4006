import type { AuthMeRow } from './authme-players.ts'
import type { OldTable } from './old-database.ts'

/** The columns of AuthMe 5.6 without `id`, which differs by database. */
const COLUMNS = `username VARCHAR(255) NOT NULL UNIQUE,
  realname VARCHAR(255) NOT NULL DEFAULT 'Player',
  password VARCHAR(255) NOT NULL DEFAULT '', ip VARCHAR(40), lastlogin BIGINT,
  x DOUBLE PRECISION NOT NULL DEFAULT 0, y DOUBLE PRECISION NOT NULL DEFAULT 0,
  world VARCHAR(255) NOT NULL DEFAULT 'world', regdate BIGINT NOT NULL DEFAULT 0, regip VARCHAR(40),
  email VARCHAR(255), isLogged SMALLINT NOT NULL DEFAULT 0, totp VARCHAR(32),
  playerUUID VARCHAR(36), premiumUUID VARCHAR(36)`

/**
 * AuthMe's table. On SQLite `id` is `INTEGER AUTO_INCREMENT`, which stays NULL in every row; PostgreSQL
 * folds column names: `premiumUUID` becomes `premiumuuid`.
 */
export function authmeTable(rows: readonly AuthMeRow[]): OldTable {
  const ofMariadb = COLUMNS.replace('VARCHAR(255)', 'VARCHAR(255) COLLATE utf8mb4_bin')
  return {
    name: 'authme',
    create: {
      sqlite: `create table authme (id INTEGER AUTO_INCREMENT, ${COLUMNS}, PRIMARY KEY (id))`,
      mysql: `create table authme (id MEDIUMINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, ${ofMariadb})`,
      postgres: `create table authme (id BIGSERIAL PRIMARY KEY, ${COLUMNS})`,
    },
    rows,
  }
}

import type { OldRow } from '../old-database.ts'
import { comes, type OldPlugin, REGISTERED_AT, twins, usualPlayers } from './old-plugin.ts'
import { AUTHME, BCRYPT, WEAK_BCRYPT } from './plain-hashes.ts'

/** OpeNLogin uses only SQLite, with a table without a key. */
export const openlogin: OldPlugin = {
  source: 'openlogin',
  table: {
    name: 'openlogin',
    create: {
      sqlite: `create table openlogin (name TEXT, realname TEXT, password TEXT, address TEXT,
        lastlogin INTEGER, regdate INTEGER)`,
      mysql: `create table openlogin (name VARCHAR(255), realname VARCHAR(255),
        password VARCHAR(255), address VARCHAR(64), lastlogin BIGINT, regdate BIGINT)`,
    },
  },
  nameColumn: 'realname',
  players: [
    ...usualPlayers(toRow, BCRYPT),
    ...twins(toRow, BCRYPT.five5),
    comes('WeakBcrypt', 'five5', toRow('WeakBcrypt', WEAK_BCRYPT)),
    comes('FromAuthMe', 'five5', toRow('FromAuthMe', AUTHME)),
    comes('no_realname', 'five5', { ...toRow('no_realname', BCRYPT.five5), realname: null }),
    comes('Unregistered', undefined, { ...toRow('Unregistered', ''), password: null }),
  ],
}

function toRow(realname: string, password: string): OldRow {
  const name = realname.toLowerCase()
  return { name, realname, password, lastlogin: REGISTERED_AT, regdate: REGISTERED_AT }
}

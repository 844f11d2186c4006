import { oldTable } from '../old-database.ts'
import { BAN_REASON, type OldSite, oddPlayers, REGISTERED, ROLE, UUID } from '../old-site.ts'

// PHP: md5(md5("five5"))
const FIVE5 = '23e3aae1184db6d665c9c457b33fb3a4'
const players = oddPlayers(FIVE5, 'five5', [
  // PHP: password_hash("five5", PASSWORD_BCRYPT), and of "пароль"
  ['$2y$10$amI5UXZhSDmT4a.K5xuCfOBqYm7txJnsYKmEABk7/6Qm2fMDBZWDm', 'five5'],
  ['$2y$10$O7eZQEHsQ3SxqvBlMdtlNOD/6iyhKV2GQM/VwfzgeBpnOaz.JOv/m', 'пароль'],
]).map((player) => ({ ...player, withApp: undefined, unconfirmed: undefined }))

const USERS = `email VARCHAR(50) NOT NULL DEFAULT '', password VARCHAR(255) NOT NULL DEFAULT '',
  name VARCHAR(40) NOT NULL DEFAULT '', news_num INT NOT NULL DEFAULT 0,
  user_group SMALLINT NOT NULL DEFAULT 4, lastdate VARCHAR(20), reg_date VARCHAR(20),
  banned VARCHAR(5) NOT NULL DEFAULT '', restricted TINYINT NOT NULL DEFAULT 0, uuid CHAR(36)`
const BANNED = `users_id INT NOT NULL DEFAULT 0, descr TEXT NOT NULL,
  date VARCHAR(15) NOT NULL DEFAULT '', days SMALLINT NOT NULL DEFAULT 0,
  ip VARCHAR(46) NOT NULL DEFAULT ''`

const users = players.map((player, n) => ({
  user_id: n + 1,
  name: player.name,
  email: player.email,
  password: player.hash,
  user_group: player.hasRole ? 6 : 4,
  reg_date: String(REGISTERED),
  banned: player.banned ? 'yes' : '',
  uuid: player.uuid ? UUID : null,
}))
const bans = users
  .filter(({ banned }) => banned === 'yes')
  .map(({ user_id }) => ({ users_id: user_id, descr: BAN_REASON, date: '0', days: 0 }))

export const dle: OldSite = {
  source: 'dle',
  players,
  schemes: { 'double-md5': 9, bcrypt: 2 },
  tables: [
    oldTable('dle_users', ['user_id', USERS], users),
    oldTable('dle_banned', ['id', BANNED], bans),
    oldTable(
      'dle_usergroups',
      ['id', "group_name VARCHAR(50) NOT NULL DEFAULT ''"],
      [
        { id: 1, group_name: 'Администраторы' },
        { id: 4, group_name: 'Посетители' },
        { id: 6, group_name: ROLE },
      ],
    ),
  ],
}

import { oldTable } from '../old-database.ts'
import { type OldSite, oddPlayers, UUID } from '../old-site.ts'

// PHP: hash("sha256", hash("sha256", "five5") . "site-salt"), as SALTED2SHA256 does
const FIVE5 = 'f9010dbcddb30e0229633ec3e64c0cd4f145f21f79ce18c653f8739c9b357ec6'
const players = oddPlayers(FIVE5, 'five5', [
  // PHP: password_hash, bcrypt and argon2i
  ['$2y$10$O7eZQEHsQ3SxqvBlMdtlNOD/6iyhKV2GQM/VwfzgeBpnOaz.JOv/m', 'пароль'],
  [
    '$argon2i$v=19$m=8192,t=3,p=1$VUFpazJJY2hUeFV0WGp1Zw$sBkhBGK6Ine9WBib9ttwdN8oyUWsff9Sbv5j4gJii4U',
    'PassWord1',
  ],
]).map((player) => ({
  ...player,
  withApp: undefined,
  unconfirmed: undefined,
  hasRole: undefined,
  banReason: 'import',
}))

const USERS = `email VARCHAR(100) NOT NULL, nickname VARCHAR(50) NOT NULL DEFAULT '',
  score INT NOT NULL DEFAULT 1000, avatar INT NOT NULL DEFAULT 0, password VARCHAR(255) NOT NULL,
  ip VARCHAR(45) NOT NULL DEFAULT '', permission INT NOT NULL DEFAULT 0,
  last_sign_at TIMESTAMP NULL, register_at TIMESTAMP NULL, verified SMALLINT NOT NULL DEFAULT 0`
const PLAYERS = `uid INT NOT NULL, name VARCHAR(50) NOT NULL, tid_cape INT NOT NULL DEFAULT 0,
  tid_skin INT NOT NULL DEFAULT 0, last_modified TIMESTAMP NULL`

const users = players.map((player, n) => ({
  uid: n + 1,
  email: player.email,
  nickname: `Nick ${n}`,
  password: player.hash,
  permission: player.banned ? -1 : 0,
  register_at: '2019-06-01 00:00:00',
}))
const own = players.map(({ name }, n) => ({ pid: n + 1, uid: n + 1, name }))
const second = { pid: 900, uid: 1, name: 'Second' }
const uuids = [{ name: 'Second', uuid: '1'.repeat(32) }].concat(
  players.flatMap(({ name, uuid }) => (uuid ? [{ name, uuid: UUID.replaceAll('-', '') }] : [])),
)
const kinds = ['mysql', 'postgres'] as const

export const blessing: OldSite = {
  source: 'blessing',
  players,
  args: ['--salt', 'site-salt', '--scheme', 'salted2-sha256'],
  schemes: { 'salted2-sha256': 9, bcrypt: 1, argon2: 1 },
  tables: [
    oldTable('users', ['uid', USERS], users, kinds),
    oldTable('players', ['pid', PLAYERS], [second, ...own], kinds),
    oldTable(
      'uuid',
      ['id', 'name VARCHAR(255) NOT NULL, uuid VARCHAR(255) NOT NULL'],
      uuids,
      kinds,
    ),
  ],
}

import { oldTable } from '../old-database.ts'
import { BAN_REASON, type OldSite, oddPlayers, ROLE, SECRET, UUID } from '../old-site.ts'

// PHP: password_hash("five5", PASSWORD_BCRYPT, ["cost" => 10])
const FIVE5 = '$2y$10$amI5UXZhSDmT4a.K5xuCfOBqYm7txJnsYKmEABk7/6Qm2fMDBZWDm'
const players = oddPlayers(FIVE5, 'five5', [
  // PHP: of "PassWord1" with cost 12, of "пароль" with 10, and argon2id
  ['$2y$12$2kTv.MUGSMp0BojupvH3xe3TwxHj1.Q/O.1BduvRKfplb/76nvcTi', 'PassWord1'],
  ['$2y$10$O7eZQEHsQ3SxqvBlMdtlNOD/6iyhKV2GQM/VwfzgeBpnOaz.JOv/m', 'пароль'],
  [
    '$argon2id$v=19$m=8192,t=2,p=1$N0pqS1lKaFJLdFRqY1VMcg$k9sE9LlF88qbnzrTpuuiBrTi1Pvpnx6+rCplZdj6+cc',
    'PassWord1',
  ],
])

const USERS = `name VARCHAR(255) NOT NULL, email VARCHAR(255), email_verified_at TIMESTAMP NULL,
  password VARCHAR(255), role_id INT NOT NULL DEFAULT 1, money DECIMAL(14, 2) NOT NULL DEFAULT 0,
  game_id VARCHAR(255), avatar TEXT, access_token VARCHAR(255), two_factor_secret VARCHAR(255),
  two_factor_recovery_codes VARCHAR(255), last_login_ip VARCHAR(45), last_login_at TIMESTAMP NULL,
  is_banned INT NOT NULL DEFAULT 0, remember_token VARCHAR(100), created_at TIMESTAMP NULL,
  updated_at TIMESTAMP NULL, deleted_at TIMESTAMP NULL`
const ROLES = `name VARCHAR(255) NOT NULL, color CHAR(7) NOT NULL, power INT NOT NULL,
  is_admin INT NOT NULL DEFAULT 0`
const BANS = `user_id INT NOT NULL, author_id INT NOT NULL, reason VARCHAR(255),
  removed_at TIMESTAMP NULL, created_at TIMESTAMP NULL`

const users = players.map((player, n) => ({
  id: n + 1,
  name: player.name,
  email: player.email || null,
  password: player.hash,
  role_id: player.hasRole ? 2 : 1,
  game_id: player.uuid === undefined ? null : UUID.replaceAll('-', ''),
  two_factor_secret: player.withApp ? SECRET : null,
  is_banned: player.banned ? 1 : 0,
  email_verified_at: player.unconfirmed ? null : '2019-06-01 00:00:01',
  money: n === 0 ? 12.5 : 0,
  created_at: '2019-06-01 00:00:00',
}))
const deleted = {
  id: 900,
  name: 'Deleted #900',
  password: '',
  role_id: 1,
  deleted_at: '2020-01-01 00:00:00',
}
const lifted = { user_id: 1, author_id: 1, reason: 'lifted', removed_at: '2020-01-01 00:00:00' }
const bans = users
  .filter((user) => user.is_banned === 1)
  .map(({ id }) => ({ user_id: id, author_id: 1, reason: BAN_REASON }))

const SETTINGS = 'name VARCHAR(100) NOT NULL, value TEXT'

const kinds = ['mysql', 'postgres'] as const
const roles = [
  { id: 1, name: 'Member', color: '#a5a5a5', power: 0 },
  { id: 2, name: ROLE, color: '#00ff00', power: 5 },
]

const settings = [
  { id: 1, name: 'name', value: 'Blocks' },
  { id: 2, name: 'mail.users_email_verification', value: '1' },
]
export const azuriomTables = (asksToConfirm: boolean) => [
  oldTable('users', ['id', USERS], [...users, deleted], kinds),
  oldTable('roles', ['id', ROLES], roles, kinds),
  oldTable('bans', ['id', BANS], [lifted, ...bans], kinds),
  oldTable('settings', ['id', SETTINGS], asksToConfirm ? settings : settings.slice(0, 1), kinds),
]

export const azuriom: OldSite = {
  source: 'azuriom',
  players,
  schemes: { bcrypt: 11, argon2: 1 },
  tables: azuriomTables(true),
}

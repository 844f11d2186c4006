import { oldTable } from '../old-database.ts'
import {
  BAN_REASON,
  type OldSite,
  oddPlayers,
  REGISTERED,
  ROLE,
  SECRET,
  UUID,
} from '../old-site.ts'

// PHP: password_hash("five5", PASSWORD_BCRYPT), and of "PassWord1" with cost 12
const FIVE5 = '$2y$10$amI5UXZhSDmT4a.K5xuCfOBqYm7txJnsYKmEABk7/6Qm2fMDBZWDm'
const BCRYPT = '$2y$12$2kTv.MUGSMp0BojupvH3xe3TwxHj1.Q/O.1BduvRKfplb/76nvcTi'
// PHP: 7000 rounds of hash_pbkdf2 to 64 bytes; SHA-256 of SHA-256 and the salt; sha1("five5")
const PBKDF2 =
  '7000$0a1b2c3d$f347a688a220432bd187dd146fd307f1c9576068277b1808d3b7b92b8c6fda635e6e571122b2410c33b1a8ac655a0a4ab770a9cebe784388904e2bb6b1bd7b55'
const SHA256 = '0a1b2c3d4e5f6071$e4720933f6d10a14d2569c1db6a4bfc83f78cac5e35739c8270fa84dd7e5c4b9'
const SHA1 = '810593a702f57e9f503de51c8b2cb80d5d8262a3'

const players = oddPlayers(FIVE5, 'five5', [
  [BCRYPT, 'PassWord1'],
  [PBKDF2, 'five5'],
  [SHA256, 'PassWord1'],
  [SHA1, 'five5'],
])
const METHODS: Record<string, string> = {
  [PBKDF2]: 'pbkdf2',
  [SHA256]: 'sha256',
  [SHA1]: 'modernbb',
}

const USERS = `username VARCHAR(20) NOT NULL, nickname VARCHAR(255) NOT NULL,
  password VARCHAR(255) NOT NULL, pass_method VARCHAR(12) NOT NULL DEFAULT 'default',
  joined INT NOT NULL, email VARCHAR(64) NOT NULL, isbanned TINYINT NOT NULL DEFAULT 0,
  lastip VARCHAR(128), active TINYINT NOT NULL DEFAULT 0, last_online INT,
  tfa_enabled TINYINT NOT NULL DEFAULT 0, tfa_type INT NOT NULL DEFAULT 0, tfa_secret VARCHAR(256),
  tfa_complete TINYINT NOT NULL DEFAULT 0`

const users = players.map((player, n) => ({
  id: n + 1,
  username: player.name,
  nickname: player.name,
  email: player.email,
  password: player.hash,
  pass_method: METHODS[player.hash] ?? 'default',
  joined: REGISTERED,
  isbanned: player.banned ? 1 : 0,
  active: player.unconfirmed ? 0 : 1,
  ...(player.withApp && { tfa_enabled: 1, tfa_type: 1, tfa_secret: SECRET, tfa_complete: 1 }),
}))
const idOf = (is: (player: (typeof players)[number]) => unknown) => players.findIndex(is) + 1

export const namelessmc: OldSite = {
  source: 'namelessmc',
  players,
  schemes: { bcrypt: 10, 'authme-pbkdf2': 1, 'authme-sha256': 1, sha1: 1 },
  tables: [
    oldTable('nl2_users', ['id', USERS], users),
    oldTable(
      'nl2_integrations',
      ['id', 'name VARCHAR(32) NOT NULL'],
      [
        { id: 1, name: 'Discord' },
        { id: 2, name: 'Minecraft' },
      ],
    ),
    oldTable(
      'nl2_users_integrations',
      ['id', 'user_id INT, integration_id INT, identifier VARCHAR(64), username VARCHAR(32)'],
      [
        { user_id: idOf(({ uuid }) => uuid), integration_id: 1, identifier: '81384788765712384' },
        {
          user_id: idOf(({ uuid }) => uuid),
          integration_id: 2,
          identifier: UUID.replaceAll('-', ''),
        },
      ],
    ),
    oldTable(
      'nl2_groups',
      ['id', 'name VARCHAR(20) NOT NULL, default_group TINYINT NOT NULL DEFAULT 0'],
      [
        { id: 1, name: 'Member', default_group: 1 },
        { id: 2, name: ROLE },
      ],
    ),
    oldTable(
      'nl2_users_groups',
      ['id', 'user_id INT, group_id INT, received INT, expire INT'],
      [
        ...users.map(({ id }) => ({ user_id: id, group_id: 1, expire: 0 })),
        { user_id: idOf(({ hasRole }) => hasRole), group_id: 2, expire: 0 },
      ],
    ),
    oldTable(
      'nl2_infractions',
      ['id', 'type INT, punished INT, reason TEXT, revoked TINYINT NOT NULL DEFAULT 0'],
      [
        { type: 1, punished: idOf(({ banned }) => banned), reason: BAN_REASON },
        { type: 1, punished: idOf(({ banned }) => banned), reason: 'revoked', revoked: 1 },
        { type: 2, punished: 1, reason: 'warned' },
      ],
    ),
  ],
}

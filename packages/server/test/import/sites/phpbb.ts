import { oldTable } from '../old-database.ts'
import { BAN_REASON, type OldSite, oddPlayers, REGISTERED, ROLE } from '../old-site.ts'

// PHP: password_hash("five5", PASSWORD_BCRYPT)
const FIVE5 = '$2y$10$amI5UXZhSDmT4a.K5xuCfOBqYm7txJnsYKmEABk7/6Qm2fMDBZWDm'
const MARKS = 'a&b"<c>\''
const players = oddPlayers(FIVE5, 'five5', [
  // PHP: of htmlspecialchars($password, ENT_COMPAT), by bcrypt 10 and 8, argon2id, phpass and MD5
  ['$2y$10$mB76UWgd5yJoK0hC8VAQheJ3Ot01KyLGnhWxe9LJ4Ubirqdd22au6', MARKS],
  ['$2y$08$uyl4n5KGn1HHfN3Qn9TA.uWn1IwdBqhP1Ei.nKDFOc0P6wKEvifbC', 'a&b'],
  [
    '$argon2id$v=19$m=1024,t=2,p=1$d1l2ZXZYRzRPRzdPN3ZLbw$IPWAK+m1bWNe3MMgfbL51SbCZdi10ZoSqlLd3x/o1PU',
    MARKS,
  ],
  ['$H$79TgBnHyUb7l/3xRVPUr/IaRfEnWmn.', MARKS],
  ['40014f2a3d56f4f7fdb387f476d213d4', 'a&b'],
]).map((player) => ({ ...player, withApp: undefined, uuid: undefined }))

const USERS = `user_type SMALLINT NOT NULL DEFAULT 0, group_id INT NOT NULL DEFAULT 3,
  user_ip VARCHAR(40) NOT NULL DEFAULT '', user_regdate INT NOT NULL DEFAULT 0,
  username VARCHAR(255) NOT NULL DEFAULT '', username_clean VARCHAR(255) NOT NULL DEFAULT '',
  user_password VARCHAR(255) NOT NULL DEFAULT '', user_email VARCHAR(100) NOT NULL DEFAULT '',
  user_lastvisit INT NOT NULL DEFAULT 0`
const BANS = `ban_userid INT NOT NULL DEFAULT 0, ban_ip VARCHAR(40) NOT NULL DEFAULT '',
  ban_email VARCHAR(100) NOT NULL DEFAULT '', ban_start INT NOT NULL DEFAULT 0,
  ban_end INT NOT NULL DEFAULT 0, ban_exclude SMALLINT NOT NULL DEFAULT 0,
  ban_reason VARCHAR(255) NOT NULL DEFAULT '', ban_give_reason VARCHAR(255) NOT NULL DEFAULT ''`

const users = players.map((player, n) => ({
  user_id: n + 2,
  username: player.name,
  user_email: player.email,
  user_password: player.hash,
  user_regdate: REGISTERED,
  user_type: player.unconfirmed ? 1 : 0,
}))
const idOf = (is: (player: (typeof players)[number]) => unknown) => players.findIndex(is) + 2
const nobody = [
  { user_id: 1, username: 'Anonymous', user_type: 2, group_id: 1 },
  { user_id: 900, username: 'Google [Bot]', user_type: 2, group_id: 6 },
]
const kinds = ['mysql', 'postgres'] as const

export const phpbb: OldSite = {
  source: 'phpbb',
  players,
  schemes: { phpbb: 14 },
  tables: [
    oldTable('phpbb_users', ['user_id', USERS], [...nobody, ...users], kinds),
    oldTable(
      'phpbb_banlist',
      ['ban_id', BANS],
      [
        {
          ban_userid: idOf(({ banned }) => banned),
          ban_reason: 'inside',
          ban_give_reason: BAN_REASON,
        },
        { ban_userid: 2, ban_exclude: 1 },
        { ban_ip: '192.0.2.1' },
      ],
      kinds,
    ),
    oldTable(
      'phpbb_groups',
      ['group_id', 'group_type SMALLINT NOT NULL DEFAULT 1, group_name VARCHAR(255) NOT NULL'],
      [
        { group_id: 2, group_type: 3, group_name: 'REGISTERED' },
        { group_id: 8, group_type: 1, group_name: ROLE },
      ],
      kinds,
    ),
    oldTable(
      'phpbb_user_group',
      ['row_id', 'group_id INT, user_id INT, user_pending SMALLINT NOT NULL DEFAULT 0'],
      [
        ...users.map(({ user_id }) => ({ group_id: 2, user_id })),
        { group_id: 8, user_id: idOf(({ hasRole }) => hasRole) },
        { group_id: 8, user_id: 2, user_pending: 1 },
      ],
      kinds,
    ),
  ],
}

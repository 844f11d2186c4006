import { oldTable } from '../old-database.ts'
import { BAN_REASON, type OldSite, oddPlayers, REGISTERED, ROLE, SECRET } from '../old-site.ts'

// PHP: serialize(["hash" => password_hash("five5", PASSWORD_BCRYPT, ["cost" => 8])])
const FIVE5 =
  'a:1:{s:4:"hash";s:60:"$2y$08$bqK2d5vv6CuuHeFUlm7SUOqdWEw3aEm8CTuwxTu0ywqA1T8i2Xb4m";}'
const players = oddPlayers(FIVE5, 'five5', [
  [
    'a:1:{s:4:"hash";s:60:"$2y$10$EdhQdcocFtepQfhfgJ5Pt.DUvHOGSW02Y56kQrm0IaRDoPrmS/0fS";}',
    'PassWord1',
  ],
  ['a:1:{s:4:"hash";s:34:"$P$BpOiUyTrEC0Nh7BG3Tuiiwg9egKzrR.";}', 'five5'],
  // PHP, before 1.2: hash($hashFunc, hash($hashFunc, $password) . $salt)
  [
    'a:3:{s:4:"hash";s:64:"c5fb948868ca57796b5a5a3cce9f654f380fc54e07a9fe2034ec89bbfc076cf2";s:4:"salt";s:10:"0123abcdef";s:8:"hashFunc";s:6:"sha256";}',
    'five5',
  ],
  [
    'a:3:{s:4:"hash";s:40:"98cee285af7d9e9b8b2b70fca0e96c534832ae1c";s:4:"salt";s:6:"fedcba";s:8:"hashFunc";s:4:"sha1";}',
    'пароль',
  ],
]).map((player) => ({ ...player, uuid: undefined }))

const USERS = `username VARCHAR(50) NOT NULL, email VARCHAR(120) NOT NULL, style_id INT NOT NULL DEFAULT 0,
  user_group_id INT NOT NULL, secondary_group_ids VARBINARY(255) NOT NULL,
  register_date INT NOT NULL DEFAULT 0, last_activity INT NOT NULL DEFAULT 0,
  is_moderator TINYINT NOT NULL DEFAULT 0, is_admin TINYINT NOT NULL DEFAULT 0,
  is_banned TINYINT NOT NULL DEFAULT 0, user_state VARCHAR(20) NOT NULL DEFAULT 'valid'`

const users = players.map((player, n) => ({
  user_id: n + 1,
  username: player.name,
  email: player.email,
  user_group_id: 2,
  secondary_group_ids: Buffer.from(player.hasRole ? '2,5' : ''),
  register_date: REGISTERED,
  is_banned: player.banned ? 1 : 0,
  user_state: player.unconfirmed ? 'email_confirm' : 'valid',
}))
const authenticate = players.map((player, n) => ({
  user_id: n + 1,
  data: Buffer.from(player.hash),
  scheme_class: player.hash.includes('hashFunc') ? 'XenForo_Authentication_Core' : 'XF:Core12',
}))
const idOf = (is: (player: (typeof players)[number]) => unknown) => players.findIndex(is) + 1
const secret = `a:1:{s:6:"secret";s:16:"${SECRET}";}`

export const xenforo: OldSite = {
  source: 'xenforo',
  players,
  schemes: { xenforo: 13 },
  tables: [
    oldTable('xf_user', ['user_id', USERS], users),
    oldTable(
      'xf_user_authenticate',
      ['user_id', 'scheme_class VARCHAR(80) NOT NULL, data MEDIUMBLOB NOT NULL'],
      authenticate,
    ),
    oldTable(
      'xf_user_ban',
      ['user_id', 'ban_user_id INT, ban_date INT, end_date INT, user_reason VARCHAR(255)'],
      [{ user_id: idOf(({ banned }) => banned), end_date: 0, user_reason: BAN_REASON }],
    ),
    oldTable(
      'xf_user_tfa',
      ['user_tfa_id', 'user_id INT, provider_id VARBINARY(25), provider_data MEDIUMBLOB'],
      [
        { user_id: idOf(({ withApp }) => withApp), provider_id: 'backup', provider_data: 'a:0:{}' },
        { user_id: idOf(({ withApp }) => withApp), provider_id: 'totp', provider_data: secret },
      ],
    ),
    oldTable(
      'xf_user_group',
      ['user_group_id', 'title VARCHAR(50) NOT NULL'],
      [
        { user_group_id: 2, title: 'Registered' },
        { user_group_id: 5, title: ROLE },
      ],
    ),
  ],
}

import { oldTable } from '../old-database.ts'
import { type OldSite, oddPlayers, SECRET } from '../old-site.ts'

// PHP, as WordPress 6.8 does; the password was " five5 "
const FIVE5 = '$wp$2y$10$UB6mgO5V.A5K/GtNZNvJcexw7VBv1l0UhMTodHrQBjSwVw0z4Tvce'
const players = oddPlayers(FIVE5, 'five5', [
  ['$wp$2y$10$sb3ReM7ZEw5AMOYAHrjBfOrcSuHt.20.oXIPgB1cQrq8R6lZXUdH2', 'пароль'],
  // PHP, the algorithm of phpass; python3-passlib: phpass.using(rounds=13)
  ['$P$BQq1Ww2EeOJc2wvdNYj/6agdNV3vV1.', 'пароль'],
  ['$P$BdC8LopgZCGC6UuJl4qVM.sQVI6lKb.', 'PassWord1'],
  // PHP: md5("five5")
  ['4bb45e783aabad235d1bee1a3b7aa395', 'five5'],
  // PHP, of addslashes(…): WordPress adds slashes to what is sent to it
  ['$wp$2y$10$7iA3YembRjLb1x1VhHyWAO773rCeSEV6LUUfENp4zudr/TYIx.uB.', `it's \\ok"`],
  ['2027847ec9261c5636e345a458d715f4', `it's \\ok"`],
]).map((player) => ({ ...player, banned: undefined, uuid: undefined, unconfirmed: undefined }))

const USERS = `user_login VARCHAR(60) NOT NULL DEFAULT '', user_pass VARCHAR(255) NOT NULL DEFAULT '',
  user_nicename VARCHAR(50) NOT NULL DEFAULT '', user_email VARCHAR(100) NOT NULL DEFAULT '',
  user_url VARCHAR(100) NOT NULL DEFAULT '', user_registered DATETIME NOT NULL,
  user_activation_key VARCHAR(255) NOT NULL DEFAULT '', user_status INT NOT NULL DEFAULT 0,
  display_name VARCHAR(250) NOT NULL DEFAULT ''`
const META = 'user_id BIGINT NOT NULL DEFAULT 0, meta_key VARCHAR(255), meta_value TEXT'

const users = players.map((player, n) => ({
  ID: n + 1,
  user_login: player.name,
  user_pass: player.hash,
  user_email: player.email.replace('helpful@', 'help&amp;ful@'),
  user_registered: '2019-06-01 00:00:00',
}))
const meta = players.flatMap((player, n) => {
  const role = player.hasRole ? 'helper' : 'subscriber'
  const row = (meta_key: string, meta_value: string) => ({ user_id: n + 1, meta_key, meta_value })
  return [
    row('wp_capabilities', `a:1:{s:${role.length}:"${role}";b:1;}`),
    row('_two_factor_totp_key', player.withApp ? SECRET : 'NOTUSED'),
    ...(player.withApp
      ? [row('_two_factor_enabled_providers', 'a:1:{i:0;s:15:"Two_Factor_Totp";}')]
      : []),
  ]
})

export const wordpress: OldSite = {
  source: 'wordpress',
  players,
  schemes: { wordpress: 11, phpass: 2, md5: 2 },
  tables: [
    oldTable('wp_users', ['ID', USERS], users),
    oldTable('wp_usermeta', ['umeta_id', META], meta),
  ],
}

import type { OldRow } from '../old-database.ts'
import {
  comes,
  IN_GAME,
  type OldPlugin,
  PREMIUM,
  REGISTERED,
  twins,
  usualPlayers,
} from './old-plugin.ts'

const COLUMNS = `last_name VARCHAR(16), unique_id VARCHAR(32), mojang_id VARCHAR(32),
  bedrock_id VARCHAR(32), password VARCHAR(255), last_ip VARCHAR(45), last_seen TIMESTAMP NULL,
  creation_date TIMESTAMP NULL, email VARCHAR(255), discord VARCHAR(64), settings TEXT`

/** PHP: hash('sha512', hash('sha512', password) . '0123456789abcdef'), and the same with SHA-256. */
const SHA512 = {
  password:
    '$SHA512$74462bbdcf72dc1dc96f4fa0ee23ccbf863c56efaad50b05af91141cde14ba9fffbbad830311bb7353f258af8697357d96f5362cccb41b926c9779c33ea8b6b2$0123456789abcdef',
  five5:
    '$SHA512$34029967ed7d8727740de63d9bbd765f36a130941013d574c0292066fa6e6c2b42fff4d666f2b5912ed370a24cec0f8097e3acd1c837e21ce1b3d6e37297e1a7$0123456789abcdef',
  пароль:
    '$SHA512$042c41d1d477dc8aaff2492725eafa9b6245bccc5fa3d51e387deddd516a12ef796a0eb859a176af78c6daa4e43854b2d11c4e6fa0517f1abd4fa569d8003eab$0123456789abcdef',
}
const SHA256 =
  '$SHA256$b8781f345775e7c98ce9cd7dc5d8410886f2cd4f805f9a2e9d5f04f7a574f8a8$0123456789abcdef'
const AUTHME =
  '$SHA$0123456789abcdef$b8781f345775e7c98ce9cd7dc5d8410886f2cd4f805f9a2e9d5f04f7a574f8a8$AUTHME'
/** PHP: password_hash('five5', PASSWORD_BCRYPT, ['cost' => 10]), which nLogin writes as `$2a$`. */
const BCRYPT = '$2a$10$dfZWf3dPBMDCJGKXpUzq3u7vNgdgTnQvCu7Hfs39s8fUZOm6x4kFq'

const bare = (uuid: string): string => uuid.replaceAll('-', '')

export const nlogin: OldPlugin = {
  source: 'nlogin',
  table: {
    name: 'nlogin',
    create: {
      sqlite: `create table nlogin (ai INTEGER PRIMARY KEY AUTOINCREMENT, ${COLUMNS})`,
      mysql: `create table nlogin (ai INT AUTO_INCREMENT PRIMARY KEY, ${COLUMNS})`,
    },
  },
  nameColumn: 'last_name',
  players: [
    ...usualPlayers(toRow, SHA512),
    ...twins(toRow, SHA256),
    comes('Sha256', 'five5', toRow('Sha256', SHA256)),
    comes('AtSign', 'password', toRow('AtSign', SHA512.password.replace(/\$(?=0123)/, '@'))),
    comes('FromAuthMe', 'five5', toRow('FromAuthMe', AUTHME)),
    comes('Bcrypt', 'five5', toRow('Bcrypt', BCRYPT)),
    {
      ...comes('InGame', 'five5', {
        ...toRow('InGame', SHA256),
        unique_id: bare(IN_GAME),
        mojang_id: bare(PREMIUM),
      }),
      uuid: IN_GAME,
    },
    {
      ...comes('Premium', undefined, { ...toRow('Premium', null), mojang_id: bare(PREMIUM) }),
      uuid: PREMIUM,
    },
    comes('NoMail', 'five5', { ...toRow('NoMail', SHA256), email: '' }),
    { row: { ...toRow('x', SHA256), last_name: null }, refused: /^username: missing$/ },
    { row: { ...toRow('y', SHA256), last_name: null }, refused: /^username: missing$/ },
    // the name of both a premium and an offline player
    ...['password', 'five5'].map((seen) => ({
      row: { ...toRow('Repeated', SHA256), email: `${seen}@example.org` },
      refused: /^username: also the name of Repeated /,
    })),
  ].map((player) => withEmail(player)),
}

function toRow(last_name: string, password: string | null): OldRow {
  const name = last_name.replaceAll(/[^A-Za-z0-9]/g, '') || 'nobody'
  const email = `${name.toLowerCase()}@example.org`
  return { last_name, password, email, creation_date: REGISTERED, last_seen: REGISTERED }
}

function withEmail<Player extends { row: OldRow }>(player: Player) {
  const { email } = player.row
  return email ? { ...player, email: String(email) } : player
}

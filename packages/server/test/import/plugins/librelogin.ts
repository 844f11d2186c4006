import type { OldRow } from '../old-database.ts'
import {
  anyUuid,
  comes,
  IN_GAME,
  type OldPlayer,
  type OldPlugin,
  PREMIUM,
  REGISTERED,
  SECRET,
  twins,
  usualPlayers,
} from './old-plugin.ts'
import { BCRYPT, WEAK_BCRYPT } from './plain-hashes.ts'

const COLUMNS = `uuid VARCHAR(255) NOT NULL PRIMARY KEY, premium_uuid VARCHAR(255),
  hashed_password VARCHAR(255), salt VARCHAR(255), algo VARCHAR(255),
  last_nickname VARCHAR(255) NOT NULL, joined TIMESTAMP NULL DEFAULT NULL,
  last_seen TIMESTAMP NULL DEFAULT NULL, last_server VARCHAR(255),
  secret VARCHAR(255) NULL DEFAULT NULL, ip VARCHAR(255) NULL DEFAULT NULL,
  last_authentication TIMESTAMP NULL DEFAULT NULL, email VARCHAR(255) NULL DEFAULT NULL`

const SALT = '0123456789abcdef'

/**
 * PHP: password_hash(password, PASSWORD_ARGON2ID) with 16384 KiB, two passes and one lane, in the columns
 * of LibreLogin.
 */
const ARGON2 = {
  password: {
    hashed_password: '19,2,16384$Lh2B29QBXr4R1tmKHUTieQgkC9e5dkeZMEe5Ip4GT5Y=',
    salt: 'Yk9tVkJubGVaclhHYk9sbQ==',
  },
  five5: {
    hashed_password: '19,2,16384$FrGT2CW2YHlF0jqY+kO8Q457KFWgAH6RyWGwgA635e0=',
    salt: 'd3ZaUm8xS0xYUVI5Y2N5aA==',
  },
}

/** PHP: hash('sha512', hash('sha512', password) . salt), both without zeros at the beginning. */
const SHA512 = {
  hashed_password:
    '34029967ed7d8727740de63d9bbd765f36a130941013d574c0292066fa6e6c2b42fff4d666f2b5912ed370a24cec0f8097e3acd1c837e21ce1b3d6e37297e1a7',
  salt: SALT,
}
const TWO_ZEROS_LOST = {
  hashed_password:
    '88137bb1c86bcbbdbc6601563c5a22a2e34c8c12a92a9c4f2f56db26bbdb2788f207c304f01306e8c9f5cd79002c4bd73d3174bd0e5bdc869465988537b6ce',
  salt: '0000000000000000000000abcdef02ce',
}
const INNER_ZERO_LOST = {
  hashed_password:
    '1acbe217ecb552a9a5a914ea7bc904098533a735ecf9fe0287b3ee0a7e2b33de79b3a8aa449efe56ba7e67557b34f7250616a66f5945d0c82123e8a47cbdaf2f',
  salt: SALT,
}
/** PHP: hash('sha256', hash('sha256', 'five5') . salt), and of LogIt hash('sha256', 'five5' . salt). */
const SHA256 = 'b8781f345775e7c98ce9cd7dc5d8410886f2cd4f805f9a2e9d5f04f7a574f8a8'
const LOGIT = 'febea0e475a2198f7a1edb48c78f1e83228034840f883230825b8f8166ab8983'

export const librelogin: OldPlugin = {
  source: 'librelogin',
  table: {
    name: 'librepremium_data',
    create: {
      sqlite: `create table librepremium_data (${COLUMNS})`,
      mysql: `create table librepremium_data (${COLUMNS})`,
      postgres: `create table librepremium_data (${COLUMNS})`,
    },
    instants: ['joined'],
  },
  nameColumn: 'last_nickname',
  players: [
    ...usualPlayers(toRow, BCRYPT),
    ...twins(toRow, BCRYPT.five5),
    comes('WeakBcrypt', 'five5', toRow('WeakBcrypt', WEAK_BCRYPT)),
    comes('Argon', 'password', made('Argon', 'Argon-2ID', ARGON2.password)),
    comes('Argon5', 'five5', made('Argon5', 'Argon-2ID', ARGON2.five5)),
    comes('Sha512', 'five5', made('Sha512', 'SHA-512', SHA512)),
    comes('TwoZeros', 'five5', made('TwoZeros', 'SHA-512', TWO_ZEROS_LOST)),
    comes('InnerZero', 'herobrine7', made('InnerZero', 'SHA-512', INNER_ZERO_LOST)),
    comes('Sha256', 'five5', made('Sha256', 'SHA-256', { hashed_password: SHA256, salt: SALT })),
    comes('LogIt', 'five5', made('LogIt', 'LOGIT-SHA-256', { hashed_password: LOGIT, salt: SALT })),
    // PHP: hash('sha256', 'five5')
    comes(
      'LogItBare',
      'five5',
      made('LogItBare', 'LOGIT-SHA-256', {
        hashed_password: '9caa1a017da4f2a1b836d0b4826549f651f3318bca4569af1d12549a92a3e0b0',
      }),
    ),
    { ...secondFactor(), totp: true },
    {
      ...comes('InGame', 'five5', {
        ...toRow('InGame', BCRYPT.five5),
        uuid: IN_GAME,
        premium_uuid: PREMIUM,
        email: 'ingame@example.org',
      }),
      uuid: IN_GAME,
      email: 'ingame@example.org',
    },
    comes('Premium', undefined, made('Premium', null, { premium_uuid: anyUuid() })),
    {
      row: made('NoSalt', 'SHA-256', { hashed_password: SHA256 }),
      refused: /^passwordHash: has no salt$/,
    },
    {
      row: made('Unknown', 'SHA3', { hashed_password: LOGIT, salt: SALT }),
      refused: /^passwordHash: the algorithm SHA3 is not supported$/,
    },
  ],
}

function secondFactor(): OldPlayer {
  return comes('SecondFactor', 'five5', { ...toRow('SecondFactor', BCRYPT.five5), secret: SECRET })
}

/** Makes a row with a bcrypt hash split into columns, as LibreLogin does. */
function toRow(name: string, hash: string): OldRow {
  const [, rounds, salt, rest] = /^\$2a\$(\d\d)\$(.{22})(.{31})$/.exec(hash) ?? []
  const apart = rounds
    ? { hashed_password: `${rounds}$${rest}`, salt }
    : { hashed_password: hash, salt: SALT }
  return made(name, 'BCrypt-2A', apart)
}

function made(last_nickname: string, algo: string | null, columns: OldRow): OldRow {
  return { uuid: anyUuid(), last_nickname, algo, joined: REGISTERED, ...columns }
}

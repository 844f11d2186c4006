import type { OldRow } from '../old-database.ts'
import {
  anyUuid,
  comes,
  IN_GAME,
  type OldPlugin,
  PREMIUM,
  REGISTERED_AT,
  SECRET,
  usualPlayers,
} from './old-plugin.ts'
import { AUTHME, BCRYPT, WEAK_BCRYPT } from './plain-hashes.ts'

const COLUMNS = [
  ...['NICKNAME VARCHAR(255) NOT NULL', 'LOWERCASENICKNAME VARCHAR(255) NOT NULL PRIMARY KEY'],
  ...['HASH VARCHAR(255) NOT NULL', 'IP VARCHAR(255)', 'TOTPTOKEN VARCHAR(255)', 'REGDATE BIGINT'],
  ...['UUID VARCHAR(255)', 'PREMIUMUUID VARCHAR(255)', 'LOGINIP VARCHAR(255)', 'LOGINDATE BIGINT'],
  ...['ISSUEDTIME BIGINT'],
]
const quoted = COLUMNS.map((column) => column.replace(/^\w+/, '"$&"'))

export const limboauth: OldPlugin = {
  source: 'limboauth',
  table: {
    name: 'AUTH',
    create: {
      sqlite: `create table AUTH (${COLUMNS.join(', ')})`,
      mysql: `create table AUTH (${COLUMNS.join(', ')})`,
      postgres: `create table "AUTH" (${quoted.join(', ')})`,
    },
    quoted: true,
  },
  nameColumn: 'NICKNAME',
  players: [
    ...usualPlayers(toRow, BCRYPT), // no duplicates: the lower-case name is the key
    comes('Older', 'password', toRow('Older', BCRYPT.password.replace('$2a$', 'BCRYPT$'))),
    comes('OlderWeak', 'five5', toRow('OlderWeak', WEAK_BCRYPT.replace('$2a$', 'BCRYPT$'))),
    comes('FromAuthMe', 'five5', toRow('FromAuthMe', AUTHME)),
    {
      ...comes('TwoFactors', 'five5', {
        ...toRow('TwoFactors', BCRYPT.five5),
        TOTPTOKEN: SECRET,
      }),
      totp: true,
    },
    {
      ...comes('InGame', 'five5', {
        ...toRow('InGame', BCRYPT.five5),
        UUID: IN_GAME,
        PREMIUMUUID: PREMIUM,
      }),
      uuid: IN_GAME,
    },
    {
      ...comes('Premium', undefined, { ...toRow('Premium', ''), UUID: '', PREMIUMUUID: PREMIUM }),
      uuid: PREMIUM,
    },
  ],
}

function toRow(NICKNAME: string, HASH: string): OldRow {
  return {
    NICKNAME,
    LOWERCASENICKNAME: NICKNAME.toLowerCase(),
    HASH,
    TOTPTOKEN: '',
    REGDATE: REGISTERED_AT,
    UUID: anyUuid(),
    PREMIUMUUID: '',
    LOGINDATE: REGISTERED_AT,
  }
}

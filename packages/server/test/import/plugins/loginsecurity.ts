import type { OldRow } from '../old-database.ts'
import {
  anyUuid,
  comes,
  IN_GAME,
  type OldPlayer,
  type OldPlugin,
  twins,
  usualPlayers,
} from './old-plugin.ts'
import { AUTHME, BCRYPT, WEAK_BCRYPT } from './plain-hashes.ts'

const COLUMNS = `unique_user_id varchar(128), last_name varchar(16), ip_address varchar(64),
  password varchar(512), hashing_algorithm integer, location_id integer, inventory_id integer,
  last_login timestamp DEFAULT CURRENT_TIMESTAMP, registration_date date DEFAULT CURRENT_DATE,
  optlock bigint not null, uuid_mode varchar(1) check (uuid_mode in ('M', 'U', 'O')),
  constraint uq_ls_players_unique_user_id unique (unique_user_id),
  constraint pk_ls_players primary key (id)`

export const loginsecurity: OldPlugin = {
  source: 'loginsecurity',
  table: {
    name: 'ls_players',
    create: {
      sqlite: `create table ls_players (id integer not null, ${COLUMNS})`,
      mysql: `create table ls_players (id integer auto_increment not null, ${COLUMNS})`,
    },
    instants: ['registration_date'],
  },
  nameColumn: 'last_name',
  registeredAt: Date.UTC(2019, 5, 1), // stored without the time
  players: [
    ...usualPlayers(toRow, BCRYPT),
    ...twins(toRow, BCRYPT.five5),
    comes('WeakBcrypt', 'five5', toRow('WeakBcrypt', WEAK_BCRYPT)),
    comes('FromXAuth', 'five5', toRow('FromXAuth', AUTHME, 10)),
    comes('FromAuthMe', 'five5', toRow('FromAuthMe', AUTHME, 30)),
    {
      ...comes('InGame', 'five5', { ...toRow('InGame', BCRYPT.five5), unique_user_id: IN_GAME }),
      uuid: IN_GAME,
    },
    comes('Unregistered', undefined, {
      ...toRow('Unregistered', ''),
      password: null,
      hashing_algorithm: null,
    }),
    whirlpool('XAuth', 11),
    whirlpool('XAuthPlain', 15),
  ],
}

/** Makes a player whose hash has an algorithm that the import does not support. */
function whirlpool(name: string, algorithm: number): OldPlayer {
  return {
    row: toRow(name, '0123456789abcdef'.repeat(8), algorithm),
    refused: new RegExp(`^passwordHash: the algorithm ${algorithm} is not supported`),
  }
}

function toRow(last_name: string, password: string, hashing_algorithm = 7): OldRow {
  const columns = { unique_user_id: anyUuid(), last_name, password, hashing_algorithm }
  return { ...columns, registration_date: '2019-06-01', optlock: 1, uuid_mode: 'O' }
}

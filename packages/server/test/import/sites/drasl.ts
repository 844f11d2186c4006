import { type OldPlayer, type OldSite, oddPlayers, REGISTERED, UUID } from '../old-site.ts'

// Python: hashlib.scrypt(…, salt=bytes(range(16)), n=32768, r=8, p=1)
const SALT = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
const FIVE5 = '81637073c0470f22a1b6fcfc5d4f441602d8759026bf9e25105f0e30cebc9a8a'
const OTHER = 'bf5dae36a6cc47793ed57f21855f4965f9a20f5ee5e94f23fa76675ac72138cb'

const odd: OldPlayer[] = oddPlayers(FIVE5, 'five5', [[OTHER, 'пароль']])
  .filter(({ name, leftOut }) => !leftOut || name !== 'Plain')
  .map((player) => ({
    ...player,
    withoutEmail: player.leftOut ? undefined : true,
    withApp: undefined,
    hasRole: undefined,
    unconfirmed: undefined,
  }))
// users of another sign-in service have no hash
const players = [...odd, { name: 'Elsewhere', email: '', hash: '', withoutEmail: true as const }]

const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const users = players.map(({ name, hash, banned }, n) => ({
  uuid: uuidOf(n),
  username: name === 'Ingame' ? 'account' : name,
  is_admin: 0,
  is_locked: banned ? 1 : 0,
  password_salt: hash === '' ? null : SALT,
  password_hash: hash === '' ? null : Buffer.from(hash, 'hex'),
  preferred_language: 'ru',
}))
const first = players.map(({ name, uuid }, n) => ({
  uuid: uuid ?? uuidOf(500 + n),
  name,
  offline_uuid: uuidOf(1_000 + n),
  user_uuid: uuidOf(n),
  created_at: new Date(REGISTERED * 1000).toISOString().replace('T', ' ').replace('Z', '+00:00'),
}))
const second = {
  uuid: UUID.replace('0b', '0c'),
  name: 'Second',
  offline_uuid: UUID,
  user_uuid: uuidOf(0),
  created_at: '2024-01-02 03:04:05.123456789+00:00',
}

export const drasl: OldSite = {
  source: 'drasl',
  players: players.map((player) => ({ ...player, banReason: 'import' })),
  schemes: { scrypt: 10 },
  tables: [
    {
      name: 'users',
      create: {
        sqlite: `create table users (is_admin numeric, is_locked numeric, uuid text,
          username text NOT NULL UNIQUE, password_salt blob, password_hash blob, browser_token text,
          minecraft_token text, api_token text, preferred_language text, max_player_count integer,
          PRIMARY KEY (uuid))`,
      },
      rows: users,
    },
    {
      name: 'players',
      create: {
        sqlite: `create table players (uuid text, name text collate nocase NOT NULL,
          offline_uuid text NOT NULL, created_at datetime, name_last_changed_at datetime,
          skin_hash text, skin_model text, cape_hash text, server_id text, fallback_player text,
          user_uuid text NOT NULL, PRIMARY KEY (uuid))`,
      },
      rows: [second, ...first],
    },
  ],
}

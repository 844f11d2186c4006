import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'

export type Values = Readonly<Record<string, string | number | boolean | null>>

/** A player of UnicoreCMS with the old password and related rows. */
export type Odd = {
  row: Values & { username: string; uuid: string }
  password?: string
  leftOut?: RegExp
  totp?: true
  belongs?: { table: string; row: Values }[]
}

export const [KEY, FORMER_KEY] = ['the present key of the old site', 'the former key of that site']
export const SECRET = 'JBSWY3DPEHPK3PXP'
export const CREATED = '2019-06-01 00:00:00'
export const AHEAD = '2098-01-01 00:00:00'
const PAST = '2020-01-01 00:00:00'

/** Encrypts a text as UnicoreCMS does. */
export function seal(
  text: string,
  { purpose, context, key = KEY }: { purpose: string; context: string; key?: string },
): string {
  const derived = Buffer.from(hkdfSync('sha256', key, 'unicore-cms', purpose, 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derived, nonce).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return `enc:1:${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`
}

const strong = (password: string) => argon2(password, { memoryCost: 8192, timeCost: 1 })
const oldContext = 'user.two_factor_secret'

/** Encrypts a column of a player as UnicoreCMS does. @param text the plain text of the column */
function sealedFor(uuid: string, text: string, key = KEY): string {
  return seal(text, { purpose: 'password-wrap', context: `user:${uuid}`, key })
}

let made = 0

async function player(
  username: string,
  more: Values = {},
  odd: Partial<Odd> & { typed?: string } = {},
): Promise<Odd> {
  made += 1
  const uuid = `0b3f2a54-7c1d-4e8f-9a6b-${String(made).padStart(12, '0')}`
  const { typed = `old password ${made}`, ...rest } = odd
  const password = sealedFor(uuid, await strong(typed))
  const email = `${username.toLowerCase()}@example.org`
  const plain = {
    uuid,
    username,
    email,
    password,
    activated: true,
    created: CREATED,
    updated: CREATED,
  }
  const belongs = odd.belongs?.map(({ table, row }) => ({
    table,
    row: { user_uuid: uuid, ...row },
  }))
  return { password: typed, ...rest, row: { ...plain, ...more }, ...(belongs && { belongs }) }
}

function phone(odd: Odd, sealed: (uuid: string) => string): Odd {
  const second = { two_factor_enabled: true, two_factor_secret: sealed(odd.row.uuid) }
  return { ...odd, totp: true, row: { ...odd.row, ...second } }
}

function withPassword(odd: Odd, password: string): Odd {
  return { ...odd, row: { ...odd.row, password } }
}

const belonging = (table: string, row: Values) => ({ belongs: [{ table, row }] })

export async function oddPlayers(): Promise<Odd[]> {
  const former = await player('Former')
  const weak = await player('Bcrypt', {}, { typed: 'bcrypt typed' })
  const unsealed = await player('Unsealed', {}, { typed: 'not sealed' })
  const stolen = await player(
    'Stolen',
    {},
    { leftOut: /cannot be decrypted with the key of the old site/ },
  )
  return [
    await player('Steve'),
    await player('Five5', {}, { typed: 'five5' }),
    await player('Cyrillic', {}, { typed: 'пароль' }),
    withPassword(
      former,
      sealedFor(former.row.uuid, await strong(former.password ?? ''), FORMER_KEY),
    ),
    withPassword(weak, sealedFor(weak.row.uuid, await bcrypt('bcrypt typed', 10))),
    withPassword(unsealed, await bcrypt('not sealed', 10)),
    withPassword(stolen, sealedFor(former.row.uuid, await strong('not theirs'))),
    phone(await player('Phone'), (uuid) =>
      seal(SECRET, { purpose: 'field', context: `${oldContext}:${uuid}` }),
    ),
    phone(await player('OldPhone'), () => seal(SECRET, { purpose: 'field', context: oldContext })),
    phone(await player('OpenPhone'), () => SECRET),
    await player('Griefer', {}, belonging('bans', { reason: 'griefing', expires: null })),
    await player('Pardoned', {}, belonging('bans', { reason: 'spam', expires: PAST })),
    await player('Owner', { superuser: true }, belonging('skins', { file: 'hd.png' })),
    await player(
      'Moder',
      { perms: 'panel.news.create' },
      belonging('users_roles', { role_id: 'Moderator' }),
    ),
    await player(
      'Donor',
      {},
      {
        belongs: [
          { table: 'users_donate_groups', row: { group_id: 1, expired: PAST } },
          { table: 'users_donate_groups', row: { group_id: 1, expired: AHEAD } },
          { table: 'users_donate_groups', row: { group_id: 2, expired: null } },
          { table: 'users_donate_groups', row: { group_id: 3, expired: PAST } },
        ],
      },
    ),
    await player('Rich', { real: '12.3456', virtual: '5.0000' }),
    await player(
      'Dressed',
      {},
      {
        belongs: [
          { table: 'skins', row: { file: 'skin.png', slim: true } },
          { table: 'cloaks', row: { file: 'cape.png' } },
        ],
      },
    ),
    await player('NoFile', {}, belonging('skins', { file: 'gone.png' })),
    await player('Climber', {}, belonging('skins', { file: '../outside.png' })),
    await player('NoMail', { email: null }),
    await player('Newcomer', { activated: false }),
    await player('dash-er', {}, { leftOut: /--rename 'dash-er=/ }),
    withPassword(await player('Kernel', { email: null }), ''),
  ]
}

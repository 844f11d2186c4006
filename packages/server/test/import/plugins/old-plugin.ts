import type { OldRow, OldTable } from '../old-database.ts'

/** A player of an old site, and the expected result. */
export type OldPlayer = {
  row: OldRow
  /** The name that the import gives the player, unless the row is skipped. */
  comesAs?: string
  /** The old password; undefined if it is unknown. */
  password?: string
  /** The expected reason if the row is skipped. */
  refused?: RegExp
  email?: string
  uuid?: string
  totp?: true
}

/** A plugin of game servers with its table and players. */
export type OldPlugin = {
  source: string
  table: Omit<OldTable, 'rows'>
  nameColumn: string
  players: readonly OldPlayer[]
  /** The registration date, unless it is REGISTERED_AT. */
  registeredAt?: number
}

export type Hashes = Record<'password' | 'five5' | 'пароль', string>

export const REGISTERED = '2019-06-01 10:20:30'
export const REGISTERED_AT = Date.UTC(2019, 5, 1, 10, 20, 30)
export const SECRET = 'JBSWY3DPEHPK3PXP'
export const IN_GAME = '0b3f2a54-7c1d-4e8f-9a6b-1c2d3e4f5a6b'
export const PREMIUM = '069a79f4-44e9-4726-a5be-fca90e38aaf5'

let made = 0

/** Makes an unused uuid. */
export function anyUuid(): string {
  made += 1
  return `11111111-2222-4333-8444-${String(made).padStart(12, '0')}`
}

/** An imported player who signs in with the old password. */
export function comes(name: string, password: string | undefined, row: OldRow): OldPlayer {
  return { row, comesAs: name, ...(password !== undefined && { password }) }
}

/** Players for every plugin: valid ones, and ones with invalid names. */
export function usualPlayers(
  toRow: (name: string, hash: string) => OldRow,
  hashes: Hashes,
): OldPlayer[] {
  const named = (name: string, refused: RegExp): OldPlayer => ({
    row: toRow(name, hashes.password),
    refused,
  })
  return [
    comes('Steve', 'password', toRow('Steve', hashes.password)),
    comes('Alex', 'password', toRow('Alex', hashes.password)),
    comes('Five5', 'five5', toRow('Five5', hashes.five5)),
    comes('Erin_1', 'пароль', toRow('Erin_1', hashes.пароль)),
    comes('abc', 'five5', toRow('abc', hashes.five5)),
    comes('Sixteen_letters_', 'five5', toRow('Sixteen_letters_', hashes.five5)),
    named('Иван', /--rename 'Иван=ivan2?' imports this player$/),
    named('dash-er', /^username: not 3 to 16/),
    named('.bedrock', /^username: not 3 to 16/),
    named('with space', /^username: not 3 to 16/),
    named('ab', /^username: not 3 to 16/),
    named('x'.repeat(16).replace(/x$/, '!'), /^username: not 3 to 16/),
    { row: toRow('Plain', 'swordfish'), refused: /^passwordHash: not a known password hash/ },
    {
      row: toRow('Digits', '5f4dcc3b5aa765d61d8327deb882cf99'),
      refused: /^passwordHash: /,
    },
  ]
}

/** Two players whose names differ only by case; both are skipped. */
export function twins(toRow: (name: string, hash: string) => OldRow, hash: string): OldPlayer[] {
  return ['Twin', 'TWIN'].map((name) => ({
    row: toRow(name, hash),
    refused: /^username: also the name of (Twin|TWIN) /,
  }))
}

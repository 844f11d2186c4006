/**
 * A row of AuthMe. The hashes are from AuthMe's own tests (`password`, `PassWord1`, `&^%te$t?Pw@_`,
 * `âË_3(íù*`), or made by PHP where noted.
 */
export type AuthMeRow = {
  username: string
  realname: string
  password: string
  email: string | null
  regdate?: number
  lastlogin?: number | null
  totp?: string
  playerUUID?: string
  premiumUUID?: string
}

/**
 * A row with the old password, and the name that the import gives the player unless the row is
 * skipped.
 */
export type Odd = { row: AuthMeRow; password?: string; comesAs?: string }

const NO_EMAIL = 'your@email.com'
const SHA = '$SHA$11aa0706173d7272$dbba96681c2ae4e0bfdf226d70fbbc5e4ee3d8071faa613bc533fe8a64817d10'
const REGISTERED = Date.UTC(2019, 5, 1)
export const SECRET = 'JBSWY3DPEHPK3PXP'
export const IN_GAME = '0b3f2a54-7c1d-4e8f-9a6b-1c2d3e4f5a6b'
export const PREMIUM = '069a79f444e94726a5befca90e38aaf5'

export const oddPlayers: readonly Odd[] = [
  player('Steve', SHA, 'password', { regdate: REGISTERED, lastlogin: REGISTERED }),
  player('Old_Timer', SHA, 'password', { realname: 'Player' }, 'old_timer'),
  player(
    'Alice',
    '$SHA$3c72a18a29b08d40$8e50a7a4f69a80f4893dc921eac84bd74b3f9ebfa22908302c9965eac3aa45e5',
    'PassWord1',
    { playerUUID: IN_GAME, premiumUUID: PREMIUM },
  ),
  player(
    'Bob',
    '$SHA$584cea1cfab90030$adc006330e73d81e463fe02a4fe9b17bdbbcc05955bff72fb27cf2089f0b3859',
    '&^%te$t?Pw@_',
    { premiumUUID: PREMIUM },
  ),
  player(
    'Carol',
    '$SHA$0b503d90dd9949d4$ba70c330242e0daa9a154ec9f4cce7f01dd05aff489d37c653e36a507c74d84f',
    'âË_3(íù*',
  ),
  // PHP: hash("sha256", hash("sha256", "five5") . "0123456789abcdef")
  player(
    'Five5',
    '$SHA$0123456789abcdef$b8781f345775e7c98ce9cd7dc5d8410886f2cd4f805f9a2e9d5f04f7a574f8a8',
    'five5',
  ),
  player('Dave', '$2a$10$LOhUxhEcS0vgDPv/jkXvCurNb7LjP9xUlEolJGk.Uhgikqc6FtIOi', 'PassWord1'),
  // PHP: password_hash("five5", PASSWORD_BCRYPT, ["cost" => 5])
  player('WeakBcrypt', '$2y$05$13BUIbRPROs9260FhblA3.ulvxfK75fftn7VJq7qbjw3odUrQEUnq', 'five5'),
  // PHP: password_hash("пароль", PASSWORD_BCRYPT, ["cost" => 10])
  player('Erin', '$2y$10$9jLcXfz673eeiVPsmOhS1O7eE7GUsosmy2t73C8LrG6P0X9YnHeAy', 'пароль'),
  player(
    'Frank',
    '$argon2i$v=19$m=65536,t=2,p=1$dOP8NiXsPTcMgzI4Z8Rbew$ShdowtoTEWTL5UTFz1UgQOigb9JOlm4ZxWPA6WbIeUw',
    'password',
  ),
  player(
    'Grace',
    'pbkdf2_sha256$10000$05603593cdda$1D30D1D90D826C866755969F06C312E21CC3E8DA0B777E2C764700E4E1FD890B731FAF44753D68F3FC025D3EAA709E800FBF2AF61DB23464311FCE7D35353A30',
    '&^%te$t?Pw@_',
  ),
  player(
    'Heidi',
    'pbkdf2$4128$obLD1OX2p7jJ0OHyo7TF1g==$dyEnM1cYBRhXl0bDgxfQ3p7Jecj4VerT1Vsag5HJTmo=',
    'PassWord1',
  ),
  player('Ivan', '$MD5vb$2fb6bf22929e3127$a7155b88e2899561fe16b14ccdb0d935', 'âË_3(íù*'),
  player('Judy', 'c5af71da91a8841d95937ba24a5b7fdb:07068e5850930b794526a614438cafc7', 'PassWord1'),
  player('Mallory', SHA, 'password', { totp: SECRET }),
  player('Unregistered', '', undefined),
  // the following rows are skipped
  left('Иван', SHA),
  left('dash-er', SHA),
  left('ab', SHA),
  left('seventeen_letters', SHA),
  left('Plain', 'swordfish'),
  left('Bare', '696d29e0940a4957748fe3fc9efd22a3'),
  { row: { ...left('Twin', SHA).row, email: 'twin@example.org', lastlogin: REGISTERED } },
  { row: { ...left('TWIN', SHA).row, username: 'TWIN', lastlogin: REGISTERED + 1 } },
]

/** Players without an address, and one who shares an address. */
export const withoutEmail: readonly Odd[] = [
  player('NoMail', SHA, 'password', { email: NO_EMAIL }),
  player('NullMail', SHA, 'password', { email: null }),
  player('SteveTwo', SHA, 'password', { email: 'STEVE@example.org' }),
  player('NotMail', SHA, 'password', { email: 'не почта' }),
]

function player(
  realname: string,
  password: string,
  typed: string | undefined,
  more: Partial<AuthMeRow> = {},
  comesAs = realname,
): Odd {
  const username = realname.toLowerCase()
  const email = `${username}@example.org`
  const row = { username, realname, password, email, ...more }
  return { row, comesAs, ...(typed !== undefined && { password: typed }) }
}

function left(realname: string, password: string): Odd {
  const username = realname.toLowerCase()
  return { row: { username, realname, password, email: `x${username.length}@example.org` } }
}

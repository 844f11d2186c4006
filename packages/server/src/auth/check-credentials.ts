import { createHash } from 'node:crypto'
import type { App } from '../app.ts'
import type { Client } from '../platform/client.ts'
import { keyOf, type Player } from '../player/player.ts'
import { findPlayerByLogin, renewPasswordHash } from '../player/player-store.ts'
import { cookieMark } from '../session/device.ts'
import { hasDevice } from '../session/device-store.ts'
import { burnCode } from '../two-factor/check-totp.ts'
import { findTotp } from '../two-factor/two-factor-store.ts'
import type { Counts } from './login-tries-store.ts'
import { findPause, type Miss, type Stop, tryOnce } from './try-once.ts'

type Needs = Pick<
  App,
  'db' | 'clock' | 'random' | 'keys' | 'passwords' | 'loginTurn' | 'missesAllowed' | 'metrics'
>

export type Credentials = { login: string; password: string; totp: string | undefined }

/** Where credentials are given, and by whom. */
export type FrontDoor = { door: 'site' | 'launcher'; client: Client }

/** `counts` is what misses are counted under; whoever lets the player in forgets them. */
export type Verdict =
  | { ok: true; player: Player; counts: Counts }
  | ({ ok: false; player: Player | undefined } & Stop)

/**
 * Decides whether credentials belong to a player. An unknown login takes the same steps as a wrong
 * password, and the time of a hash of today's parameters.
 *
 * @throws Refusal `overloaded`
 */
export async function checkCredentials(
  app: Needs,
  given: Credentials,
  from: FrontDoor,
): Promise<Verdict> {
  try {
    const verdict = await decide(app, given, from)
    app.metrics.countLogin(verdict.ok ? 'accepted' : outcomeOf[verdict.miss])
    return verdict
  } catch (error) {
    app.metrics.countLogin('undecided')
    throw error
  }
}

/** As `portal_login_total` calls them; which half was wrong is not told there either. */
const outcomeOf: Record<Miss | 'paused', string> = {
  paused: 'paused',
  unknown: 'wrong-credentials',
  password: 'wrong-credentials',
  'totp-missing': 'code-missing',
  'totp-wrong': 'wrong-code',
}

async function decide(app: Needs, given: Credentials, from: FrontDoor): Promise<Verdict> {
  const player = await findPlayerByLogin(app.db, given.login)
  const counts = await countsOf(app, given.login, player, from)
  const retryAt = await findPause(app, counts)
  if (retryAt !== undefined) return { ok: false, miss: 'paused', player, retryAt }

  return app.loginTurn(async () => {
    const stop = await tryOnce(app, counts.password, () => findStop(app, given, player, counts))
    if (stop || !player) return { ok: false, player, ...(stop ?? { miss: 'unknown' }) }

    const passwordHash = app.passwords.isOutdated(player.passwordHash)
      ? await renewHash(app, player, given.password)
      : player.passwordHash
    return { ok: true, player: { ...player, passwordHash }, counts }
  })
}

/** What is wrong with the credentials; undefined when they are the player's. */
async function findStop(
  app: Needs,
  given: Credentials,
  player: Player | undefined,
  counts: Counts,
): Promise<Stop | undefined> {
  const fits = await app.passwords.verify(player?.passwordHash, given.password)
  if (!player) return { miss: 'unknown' }
  if (!fits) return { miss: 'password' }

  const totp = await findTotp(app.db, player.id)
  if (!totp || totp.enabledAt === null) return undefined
  const code = given.totp
  if (!code) return { miss: 'totp-missing' }
  return tryOnce(app, counts.code, async () =>
    (await burnCode(app, player.id, totp, code)) ? undefined : { miss: 'totp-wrong' },
  )
}

/**
 * Passwords are counted for the player, or for the typed login where there is no such player (so that
 * the two cannot be told apart), at each front door by itself, so that strangers at the site's cannot
 * keep a player out of the game. Apart from that is a browser that signed in to this account before,
 * so that they cannot delay its owner there. Codes are counted for the player alone: to guess one
 * takes the password, so no stranger can use that against them, and nobody gains by another door or
 * device (docs/contract.md#signing-in).
 */
async function countsOf(
  { db }: Needs,
  login: string,
  player: Player | undefined,
  { door, client }: FrontDoor,
): Promise<Counts> {
  const typed = createHash('sha256').update(keyOf(login)).digest('base64url')
  const account = player ? `player:${player.id}` : `login:${typed}`
  const counts = { password: `${door}:${account}`, code: `code:${account}` }
  if (door === 'launcher' || client.deviceToken === undefined) return counts
  const mark = cookieMark(client.deviceToken)
  const familiar = await hasDevice(db, player?.id ?? '', mark)
  return familiar ? { ...counts, password: `${counts.password}:${mark}` } : counts
}

async function renewHash(app: Needs, player: Player, password: string): Promise<string> {
  const renewed = await app.passwords.hash(password)
  await renewPasswordHash(app.db, player.id, { old: player.passwordHash, renewed })
  return renewed
}

import { createHash } from 'node:crypto'
import type { App } from '../app.ts'
import type { Client } from '../platform/client.ts'
import { keyOf, type Player } from '../player/player.ts'
import { findPlayerByLogin, renewPasswordHash } from '../player/player-store.ts'
import { cookieMark } from '../session/device.ts'
import { hasDevice } from '../session/device-store.ts'
import { checkTotp } from '../two-factor/check-totp.ts'
import { countMiss, findPause, giveBackTry, takeTry } from './take-try.ts'

type Needs = Pick<
  App,
  'db' | 'clock' | 'random' | 'keys' | 'passwords' | 'loginTurn' | 'missesAllowed' | 'metrics'
>

export type Credentials = { login: string; password: string; totp: string | undefined }

/** `account` is what misses are counted under; whoever lets the player in forgets them. */
export type Verdict =
  | { ok: true; player: Player; account: string }
  | { ok: false; miss: 'paused'; player: Player | undefined; retryAt: number }
  | { ok: false; miss: Miss; player: Player | undefined }

/** `totp-missing` is no miss that counts: the password was right and the code is asked for next. */
export type Miss = 'unknown' | 'password' | 'totp-missing' | 'totp-wrong'

/**
 * Decides whether credentials belong to a player. An unknown login takes the same steps and the
 * same time as a wrong password.
 *
 * @throws Refusal `overloaded`
 */
export async function checkCredentials(
  app: Needs,
  given: Credentials,
  client: Client,
): Promise<Verdict> {
  try {
    const verdict = await decide(app, given, client)
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

async function decide(app: Needs, given: Credentials, client: Client): Promise<Verdict> {
  const player = await findPlayerByLogin(app.db, given.login)
  const account = await accountOf(app, given.login, player, client)
  const retryAt = await findPause(app, account)
  if (retryAt !== undefined) return { ok: false, miss: 'paused', player, retryAt }

  return app.loginTurn(async () => {
    const taken = await takeTry(app, account)
    if (!taken.ok) return { ok: false, miss: 'paused', player, retryAt: taken.retryAt }

    const miss = await findMiss(app, given, player).catch(async (error) => {
      await giveBackTry(app, account, taken.id) // nothing was decided: the queue was full, say
      throw error
    })
    if (miss === 'totp-missing') await giveBackTry(app, account, taken.id)
    else if (miss) await countMiss(app, account, taken.id)
    if (miss || !player) return { ok: false, miss: miss ?? 'unknown', player }

    const passwordHash = app.passwords.isOutdated(player.passwordHash)
      ? await renewHash(app, player, given.password)
      : player.passwordHash
    return { ok: true, player: { ...player, passwordHash }, account }
  })
}

/** What is wrong with the credentials; undefined when they are the player's. */
async function findMiss(
  app: Needs,
  given: Credentials,
  player: Player | undefined,
): Promise<Miss | undefined> {
  const fits = await app.passwords.verify(player?.passwordHash, given.password)
  if (!player) return 'unknown'
  if (!fits) return 'password'
  const totp = await checkTotp(app, player.id, given.totp)
  return totp === 'fine' ? undefined : `totp-${totp}`
}

/**
 * The account whose misses count: the player's, the typed login's where there is no such player
 * (so that the two cannot be told apart), and apart from both a browser that signed in to this
 * account before, so that strangers cannot delay the owner there (answers, Pause).
 */
async function accountOf(
  app: Needs,
  login: string,
  player: Player | undefined,
  client: Client,
): Promise<string> {
  const typed = createHash('sha256').update(keyOf(login)).digest('base64url')
  const account = player ? `player:${player.id}` : `login:${typed}`
  if (client.deviceToken === undefined) return account
  const mark = cookieMark(client.deviceToken)
  const familiar = await hasDevice(app.db, player?.id ?? '', mark)
  return familiar ? `${account}:${mark}` : account
}

async function renewHash(app: Needs, player: Player, password: string): Promise<string> {
  const renewed = await app.passwords.hash(password)
  await renewPasswordHash(app.db, player.id, { old: player.passwordHash, renewed })
  return renewed
}

import { createHash } from 'node:crypto'
import type { App } from '../app.ts'
import type { Client } from '../platform/client.ts'
import { keyOf, type Player } from '../player/player.ts'
import { findPlayerByLogin, renewPasswordHash } from '../player/player-store.ts'
import { cookieMark } from '../session/device.ts'
import { hasDevice } from '../session/device-store.ts'
import { findPause, takeMiss } from './take-miss.ts'

type Needs = Pick<App, 'db' | 'clock' | 'passwords' | 'loginTurn' | 'missesAllowed'>

export type Credentials = { login: string; password: string }

/** `account` is what misses are counted under; whoever lets the player in forgets them. */
export type Verdict =
  | { ok: true; player: Player; account: string }
  | { ok: false; miss: 'paused'; player: Player | undefined; retryAt: number }
  | { ok: false; miss: 'unknown' | 'password'; player: Player | undefined }

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
  const player = await findPlayerByLogin(app.db, given.login)
  const account = await accountOf(app, given.login, player, client)
  const retryAt = await findPause(app, account)
  if (retryAt !== undefined) return { ok: false, miss: 'paused', player, retryAt }

  return app.loginTurn(async () => {
    const taken = await takeMiss(app, account)
    if (!taken.ok) return { ok: false, miss: 'paused', player, retryAt: taken.retryAt }

    const fits = await app.passwords.verify(player?.passwordHash, given.password)
    if (!player) return { ok: false, miss: 'unknown', player }
    if (!fits) return { ok: false, miss: 'password', player }

    if (app.passwords.isOutdated(player.passwordHash)) await renewHash(app, player, given.password)
    return { ok: true, player, account }
  })
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

async function renewHash(app: Needs, player: Player, password: string): Promise<void> {
  const renewed = await app.passwords.hash(password)
  await renewPasswordHash(app.db, player.id, { old: player.passwordHash, renewed })
}

import { createHash } from 'node:crypto'
import type { App } from '../app.ts'
import type { ChangeNeeds } from '../change/change.ts'
import type { Client } from '../platform/client.ts'
import { keyOf, type Player } from '../player/player.ts'
import { findPlayerByLogin, renewPasswordHash } from '../player/player-store.ts'
import { cookieMark } from '../session/device.ts'
import { hasDevice } from '../session/device-store.ts'
import { findTotp } from '../two-factor/two-factor-store.ts'
import { tryCode } from './check-code.ts'
import type { Counts } from './login-tries-store.ts'
import { movePlayerIn } from './move-player-in.ts'
import { findPause, type Miss, type Stop, tryOnce } from './try-once.ts'

type Needs = ChangeNeeds &
  Pick<
    App,
    'config' | 'passwords' | 'loginTurn' | 'missesAllowed' | 'metrics' | 'oldSite' | 'waitsForOwner'
  >

export type Credentials = {
  login: string
  password: string
  totp: string | undefined
  /** Where there is no field for the code, it may follow the password: `password:123456`. */
  totpInPassword?: boolean
  /** Finds what the player has made to be typed in the place of their password and code; its id. */
  findInstead?: (playerId: string, typed: string) => Promise<string | undefined>
}

/** Which front door the credentials were given at, and by which client. */
export type FrontDoor = { door: 'site' | 'launcher'; client: Client }

/**
 * `counts` names what misses are counted under; whoever lets the player in deletes those counts.
 * `password` is the player's own, without a code behind it; `byCode` tells whether a code of the second factor
 * was used up beside it; `instead` is what was found in its place, which
 * is not guessed and so forgets no misses.
 */
export type Verdict =
  | {
      ok: true
      player: Player
      counts: Counts
      password: string
      byCode: boolean
      instead?: string | undefined
    }
  | ({ ok: false; player: Player | undefined } & Stop)

/**
 * Decides whether credentials belong to a player. For an unknown login it takes the same steps as
 * for a wrong password, and the time of a hash with today's parameters. With `legacyUrl` the old site is
 * asked besides, and whoever it knows becomes a player.
 *
 * @throws Refusal `overloaded`
 */
export async function checkCredentials(
  app: Needs,
  given: Credentials,
  from: FrontDoor,
): Promise<Verdict> {
  try {
    const verdict = await weighCredentials(app, given, from)
    app.metrics.countLogin(verdict.ok ? 'accepted' : outcomeOf[verdict.miss])
    return verdict
  } catch (error) {
    app.metrics.countLogin('undecided')
    throw error
  }
}

/** The labels of `portal_login_total`. They do not tell either which half was wrong. */
const outcomeOf: Record<Miss | 'paused', string> = {
  paused: 'paused',
  unknown: 'wrong-credentials',
  password: 'wrong-credentials',
  'totp-missing': 'code-missing',
  'totp-wrong': 'wrong-code',
}

/** Does the same where nobody signs in, so that no sign-in is counted in the metrics. @throws Refusal `overloaded` */
export async function weighCredentials(
  app: Needs,
  given: Credentials,
  from: FrontDoor,
): Promise<Verdict> {
  const player = await findPlayerByLogin(app.db, given.login)
  const counts = await countsOf(app, given.login, player, from)
  const { retryAt, seen } = await findPause(app, counts)
  if (retryAt !== undefined) return { ok: false, miss: 'paused', player, retryAt }

  const instead = await given.findInstead?.(player?.id ?? '', given.password)
  if (player && instead) {
    return { ok: true, player, counts, password: given.password, byCode: false, instead }
  }

  const { legacyUrl: url } = await app.settings.read()
  const mayMoveIn = !player && url !== '' && !(await app.waitsForOwner())
  const turn = mayMoveIn ? app.oldSite.turn : app.loginTurn
  return turn(async () => {
    let who = player
    let { password } = given
    let byCode = false
    const look = async () => {
      const found = await findStop(app, given, who, { ...from, counts })
      if (!found.stop) ({ password, byCode } = found)
      return found.stop
    }
    const check = async () => {
      const stop = await look()
      if (stop?.miss !== 'unknown' || !mayMoveIn) return stop
      who = await movePlayerIn(app, given, { url, client: from.client })
      return who ? look() : stop
    }
    const stop = await tryOnce(app, counts.password, check, seen)
    if (stop || !who) return { ok: false, player: who, ...(stop ?? { miss: 'unknown' }) }

    const passwordHash = app.passwords.isOutdated(who.passwordHash)
      ? await renewHash(app, who, password)
      : who.passwordHash
    return { ok: true, player: { ...who, passwordHash }, counts, password, byCode }
  })
}

/** What is wrong with the credentials, or the password that is right. */
type Found = { stop: Stop } | { stop: undefined; password: string; byCode: boolean }

async function findStop(
  app: Needs,
  given: Credentials,
  player: Player | undefined,
  { counts, ...from }: FrontDoor & { counts: Counts },
): Promise<Found> {
  const right = await findRight(app, given, player)
  if (!player) return { stop: { miss: 'unknown' } }
  if (!right) return { stop: { miss: 'password' } }

  const { password, code, isSplit } = right
  const totp = await findTotp(app.db, player.id)
  if (!totp || totp.enabledAt === null) {
    return isSplit ? { stop: { miss: 'password' } } : { stop: undefined, password, byCode: false }
  }
  if (!code) return { stop: { miss: 'totp-missing' } }
  const stop = await tryCode(app, counts.code, { player, totp, code, from })
  return stop ? { stop } : { stop: undefined, password, byCode: true }
}

const CODE_OF_THE_APP = /^(.+):(\d{6})$/s
const CODE_OF_EITHER_KIND = /^(.+):(\d{6}|[0-9a-z]{5}[- ]?[0-9a-z]{5})$/is

type Right = { password: string; code: string | undefined; isSplit: boolean }

/**
 * Finds the password in what was typed: all of it, or what stands before a code. Who has no account, and
 * who has no second factor, costs as many hashes as who has one.
 */
async function findRight(
  { passwords, settings }: Needs,
  { password, totp, totpInPassword }: Credentials,
  player: Player | undefined,
): Promise<Right | undefined> {
  if (await passwords.verify(player?.passwordHash, password)) {
    return { password, code: totp, isSplit: false }
  }
  const { recoveryCodes } = await settings.read()
  const form = recoveryCodes ? CODE_OF_EITHER_KIND : CODE_OF_THE_APP
  const [, head, code] = (totpInPassword && form.exec(password)) || []
  if (head === undefined) return undefined
  const fits = await passwords.verify(player?.passwordHash, head)
  return fits ? { password: head, code, isSplit: true } : undefined
}

/**
 * Names the counts that a try belongs to (docs/contract.md#signing-in).
 *
 * - Wrong passwords count per player, or per typed login if there is no such player, so that nobody
 *   can tell the two apart.
 * - Each front door counts by itself, so that strangers at the site cannot keep a player out of the
 *   game. A browser that has signed in to this account before counts separately as well, so that
 *   strangers cannot delay its owner there.
 * - Wrong codes count per player alone. Guessing one takes the password, so strangers cannot use
 *   the count against the player, and changing the door or the device gains nothing.
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

import type { App } from '../app.ts'
import type { ChangeNeeds } from '../audit/change.ts'
import { tryCode } from '../credentials/two-factor/check-code.ts'
import { findTotp } from '../credentials/two-factor/two-factor-store.ts'
import type { Player } from '../players/player.ts'
import { findPlayerByLogin, renewPasswordHash } from '../players/player-store.ts'
import type { Counts, StoredTries } from '../security/lockout/attempt-store.ts'
import { findPause, type Miss, type Stop, tryOnce } from '../security/lockout/run-attempt.ts'
import { countsOf, type FrontDoor } from './login-counts.ts'
import { movePlayerIn } from './migrate-on-sign-in.ts'

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

/**
 * `counts` names the counts of misses, which are deleted when the player is let in. `password` is the player's own,
 * without a code behind it; `byCode` tells whether a code of the second factor was used up beside it. `instead` is
 * the launcher password that was found in its place: it is not guessed, so it forgets no misses.
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

/**
 * Decides whether credentials belong to a player, without counting a sign-in in the metrics.
 *
 * A launcher password is looked up before the pause. It has 100 random bits, so guessing it is hopeless, and
 * misses of strangers cannot lock it. Its keyed hash is the key of the look-up, so no time of it helps a guesser.
 *
 * @throws Refusal `overloaded`
 */
export async function weighCredentials(
  app: Needs,
  given: Credentials,
  from: FrontDoor,
): Promise<Verdict> {
  const player = await findPlayerByLogin(app.db, given.login)
  const counts = await countsOf(app, given.login, player, from)
  const instead = await given.findInstead?.(player?.id ?? '', given.password)
  if (player && instead) {
    return { ok: true, player, counts, password: given.password, byCode: false, instead }
  }

  const { retryAt, seen } = await findPause(app, counts)
  if (retryAt !== undefined) return { ok: false, miss: 'paused', player, retryAt }

  const oldSite = player ? undefined : await findOldSite(app)
  const trial = { given, from, counts, seen, oldSite }
  const turn = oldSite === undefined ? app.loginTurn : app.oldSite.turn
  return turn(() => tryPassword(app, player, trial))
}

/** Returns the address of the old site where unknown names are looked for; undefined when there is none. */
async function findOldSite(app: Needs): Promise<string | undefined> {
  const { legacyUrl } = await app.settings.read()
  if (legacyUrl === '' || (await app.waitsForOwner())) return undefined
  return legacyUrl
}

type Trial = {
  given: Credentials
  from: FrontDoor
  counts: Counts
  seen: StoredTries
  oldSite: string | undefined
}

/** Checks a password in one place of its count, and renews the hash of a right one if it is outdated. */
async function tryPassword(app: Needs, known: Player | undefined, trial: Trial): Promise<Verdict> {
  const { counts, seen } = trial
  const count = { account: counts.password, weight: counts.weight, seen }
  const tried = await tryOnce(app, count, () => checkOrMoveIn(app, known, trial))
  if (tried.stop) {
    const player = 'player' in tried ? tried.player : known
    return { ok: false, player, ...tried.stop }
  }

  const { player, password, byCode } = tried
  const passwordHash = app.passwords.isOutdated(player.passwordHash)
    ? await renewHash(app, player, password)
    : player.passwordHash
  return { ok: true, player: { ...player, passwordHash }, counts, password, byCode }
}

/** Whose credentials they are and the right password, or what is wrong with them. */
type Found =
  | { stop: Stop; player: Player | undefined }
  | { stop: undefined; player: Player; password: string; byCode: boolean }

/** Checks the credentials. A player whom the old site knows is taken over, and then checked like any other. */
async function checkOrMoveIn(app: Needs, player: Player | undefined, trial: Trial): Promise<Found> {
  const found = await checkPassword(app, player, trial)
  const { given, from, oldSite } = trial
  if (player || oldSite === undefined) return found
  const newcomer = await movePlayerIn(app, given, { url: oldSite, client: from.client })
  return newcomer ? checkPassword(app, newcomer, trial) : found
}

/** Checks the password, and then the code of a player whose second factor is on. */
async function checkPassword(
  app: Needs,
  player: Player | undefined,
  { given, from, counts }: Trial,
): Promise<Found> {
  const right = await findRight(app, given, player)
  if (!player) return { stop: { miss: 'unknown' }, player }
  if (!right) return { stop: { miss: 'password' }, player }

  const { password, code, isSplit } = right
  const totp = await findTotp(app.db, player.id)
  if (!totp || totp.enabledAt === null) {
    if (isSplit) return { stop: { miss: 'password' }, player }
    return { stop: undefined, player, password, byCode: false }
  }
  if (!code) return { stop: { miss: 'totp-missing' }, player }
  const stop = await tryCode(app, counts.code, { player, totp, code, from })
  return stop ? { stop, player } : { stop, player, password, byCode: true }
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

async function renewHash(app: Needs, player: Player, password: string): Promise<string> {
  const renewed = await app.passwords.hash(password)
  await renewPasswordHash(app.db, player.id, { old: player.passwordHash, renewed })
  return renewed
}

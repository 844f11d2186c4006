import type { App } from '../app.ts'
import type { ChangeDeps } from '../audit/change.ts'
import { attemptCode } from '../credentials/two-factor/check-code.ts'
import { findTotp } from '../credentials/two-factor/two-factor-store.ts'
import type { Player } from '../players/player.ts'
import { findPlayerByLogin, upgradePasswordHash } from '../players/player-store.ts'
import type { AttemptCounters, StoredAttempts } from '../security/lockout/attempt-store.ts'
import {
  type FailureReason,
  findLockout,
  runAttempt,
  type SignInFailure,
} from '../security/lockout/run-attempt.ts'
import { countersFor, type SignInSurface } from './login-counters.ts'
import { migrateOnSignIn } from './migrate-on-sign-in.ts'

type Deps = ChangeDeps &
  Pick<
    App,
    | 'config'
    | 'giveHeldPurchases'
    | 'passwords'
    | 'loginLimiter'
    | 'maxFailedAttempts'
    | 'metrics'
    | 'previousSite'
    | 'needsSetup'
  >

export type Credentials = {
  login: string
  password: string
  totp: string | undefined
  /** Whether the code may follow the password, as in `password:123456`, for clients without a field for the code. */
  totpInPassword?: boolean
  /**
   * Finds a credential of the player that is accepted instead of password and code, such as a launcher password.
   * Returns its ID, or undefined if `typed` is none.
   */
  findSubstitute?: (playerId: string, typed: string) => Promise<string | undefined>
}

/**
 * `password` is the password without a code. `counters` are the counters of failed attempts, which the caller deletes
 * after the sign-in. `substituteId` is the ID of a launcher password that was used instead; its use resets no counters.
 */
export type CredentialsVerdict =
  | {
      ok: true
      player: Player
      counters: AttemptCounters
      password: string
      byCode: boolean
      substituteId?: string | undefined
    }
  | ({ ok: false; player: Player | undefined } & SignInFailure)

/**
 * Checks a login and a password. An unknown login takes the same steps as a wrong password, and the time of one hash
 * with current parameters. With `legacyUrl`, an unknown name is checked at the previous site, and a player whom the
 * previous site accepts is imported.
 * @throws Refusal `overloaded`
 */
export async function checkCredentials(
  app: Deps,
  given: Credentials,
  from: SignInSurface,
): Promise<CredentialsVerdict> {
  try {
    const verdict = await verifyCredentials(app, given, from)
    app.metrics.countLogin(verdict.ok ? 'accepted' : metricOutcomes[verdict.reason])
    return verdict
  } catch (error) {
    app.metrics.countLogin('undecided')
    throw error
  }
}

/** The labels of the metric `portal_login_total`. They do not reveal whether the login or the password was wrong. */
const metricOutcomes: Record<FailureReason | 'paused', string> = {
  paused: 'paused',
  unknown: 'wrong-credentials',
  password: 'wrong-credentials',
  'totp-missing': 'code-missing',
  'totp-wrong': 'wrong-code',
}

/**
 * Checks credentials without counting a sign-in in the metrics. A launcher password is looked up before the lockout: it
 * has 100 random bits, so it cannot be guessed and failed attempts must not lock it out. The lookup is by its keyed
 * hash, so that timing reveals nothing.
 * @throws Refusal `overloaded`
 */
export async function verifyCredentials(
  app: Deps,
  given: Credentials,
  from: SignInSurface,
): Promise<CredentialsVerdict> {
  const player = await findPlayerByLogin(app.db, given.login)
  const counters = await countersFor(app, given.login, player, from)
  const substituteId = await given.findSubstitute?.(player?.id ?? '', given.password)
  if (player && substituteId) {
    return { ok: true, player, counters, password: given.password, byCode: false, substituteId }
  }

  const { retryAt, seen } = await findLockout(app, counters)
  if (retryAt !== undefined) return { ok: false, reason: 'paused', player, retryAt }

  const previousSite = player ? undefined : await findPreviousSite(app)
  const trial = { given, from, counters, seen, previousSite }
  const limiter = previousSite === undefined ? app.loginLimiter : app.previousSite.limiter
  return limiter(() => attemptPassword(app, player, trial))
}

async function findPreviousSite(app: Deps): Promise<string | undefined> {
  const { legacyUrl } = await app.settings.read()
  if (legacyUrl === '' || (await app.needsSetup())) return undefined
  return legacyUrl
}

type SignInTrial = {
  given: Credentials
  from: SignInSurface
  counters: AttemptCounters
  seen: StoredAttempts
  previousSite: string | undefined
}

async function attemptPassword(
  app: Deps,
  known: Player | undefined,
  trial: SignInTrial,
): Promise<CredentialsVerdict> {
  const { counters, seen } = trial
  const count = { account: counters.password, weight: counters.weight, seen }
  const result = await runAttempt(app, count, () => checkOrMigrate(app, known, trial))
  if (result.failure) {
    const player = 'player' in result ? result.player : known
    return { ok: false, player, ...result.failure }
  }

  const { player, password, byCode } = result
  const passwordHash = app.passwords.isOutdated(player.passwordHash)
    ? await renewHash(app, player, password)
    : player.passwordHash
  return { ok: true, player: { ...player, passwordHash }, counters, password, byCode }
}

type PasswordCheck =
  | { failure: SignInFailure; player: Player | undefined }
  | { failure: undefined; player: Player; password: string; byCode: boolean }

async function checkOrMigrate(
  app: Deps,
  player: Player | undefined,
  trial: SignInTrial,
): Promise<PasswordCheck> {
  const found = await checkPassword(app, player, trial)
  const { given, from, previousSite } = trial
  if (player || previousSite === undefined) return found
  const migrated = await migrateOnSignIn(app, given, { url: previousSite, client: from.client })
  return migrated ? checkPassword(app, migrated, trial) : found
}

async function checkPassword(
  app: Deps,
  player: Player | undefined,
  { given, from, counters }: SignInTrial,
): Promise<PasswordCheck> {
  const matched = await matchPassword(app, given, player)
  if (!player) return { failure: { reason: 'unknown' }, player }
  if (!matched) return { failure: { reason: 'password' }, player }

  const { password, code, isSplit } = matched
  const totp = await findTotp(app.db, player.id)
  if (!totp || totp.enabledAt === null) {
    if (isSplit) return { failure: { reason: 'password' }, player }
    return { failure: undefined, player, password, byCode: false }
  }
  if (!code) return { failure: { reason: 'totp-missing' }, player }
  const failure = await attemptCode(app, counters.code, { player, totp, code, from })
  return failure ? { failure, player } : { failure, player, password, byCode: true }
}

const TOTP_SUFFIX = /^(.+):(\d{6})$/s
const ANY_CODE_SUFFIX = /^(.+):(\d{6}|[0-9a-z]{5}[- ]?[0-9a-z]{5})$/is

type MatchedPassword = { password: string; code: string | undefined; isSplit: boolean }

/**
 * Checks whether the password is all of the typed text or, if not, the part of the text before a code. Computes as many
 * hashes for an unknown account, and for an account without a second factor, as for any other.
 */
async function matchPassword(
  { passwords, settings }: Deps,
  { password, totp, totpInPassword }: Credentials,
  player: Player | undefined,
): Promise<MatchedPassword | undefined> {
  if (await passwords.verify(player?.passwordHash, password)) {
    return { password, code: totp, isSplit: false }
  }
  const { recoveryCodes } = await settings.read()
  const pattern = recoveryCodes ? ANY_CODE_SUFFIX : TOTP_SUFFIX
  const [, head, code] = (totpInPassword && pattern.exec(password)) || []
  if (head === undefined) return undefined
  const matches = await passwords.verify(player?.passwordHash, head)
  return matches ? { password: head, code, isSplit: true } : undefined
}

async function renewHash(app: Deps, player: Player, password: string): Promise<string> {
  const renewed = await app.passwords.hash(password)
  await upgradePasswordHash(app.db, player.id, { old: player.passwordHash, renewed })
  return renewed
}

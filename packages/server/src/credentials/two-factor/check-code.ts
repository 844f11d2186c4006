import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import type { ChangeDeps } from '../../audit/change.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { SECOND } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client } from '../../platform/network/client.ts'
import type { Player } from '../../players/player.ts'
import { findPlayer } from '../../players/player-store.ts'
import { type AttemptCounters, deleteAttempts } from '../../security/lockout/attempt-store.ts'
import { runAttempt, type SignInFailure } from '../../security/lockout/run-attempt.ts'
import { consumeCode } from './check-totp.ts'
import { readRecoveryCode } from './recovery-code.ts'
import { findTotp, type Totp } from './two-factor-store.ts'
import { useRecoveryCode } from './use-recovery-code.ts'

/** Returns the name of a player's counter of wrong codes, which is the same for all sign-in surfaces and devices. */
export function codeCounterOf(playerId: string): string {
  return `code:player:${playerId}`
}

const WRONG_CODE: SignInFailure = { reason: 'totp-wrong' }

type TypedCode = {
  player: Player
  totp: Totp
  code: string
  from: Parameters<typeof useRecoveryCode>[3]
}

/**
 * Checks and consumes a code of the app or a recovery code, and counts a wrong one.
 * @returns undefined if the code is accepted, otherwise the failure
 */
export async function attemptCode(
  app: ChangeDeps & Pick<App, 'config' | 'maxFailedAttempts'>,
  account: string,
  { player, totp, code, from }: TypedCode,
): Promise<SignInFailure | undefined> {
  const recovery = readRecoveryCode(code)
  const { failure } = await runAttempt(app, { account }, async () => {
    const matches = recovery
      ? await useRecoveryCode(app, player, recovery, from)
      : await consumeCode(app, player.id, totp, code)
    return { failure: matches ? undefined : WRONG_CODE }
  })
  return failure
}

/**
 * Checks a code of a sign-in that needs no password. Wrong codes are counted together with the wrong codes of all other
 * sign-ins (docs/contract.md#signing-in).
 * @returns the counters that the caller deletes after the sign-in
 * @throws Refusal `auth.wrong2fa`, `auth.toomanyattempts`, `overloaded`; `identity.expired` if 2FA has been turned off
 */
export async function checkCode(
  app: App,
  playerId: string,
  code: string,
  client: Client,
): Promise<AttemptCounters> {
  const player = await findPlayer(app.db, playerId)
  const totp = await findTotp(app.db, playerId)
  if (!player || !totp || totp.enabledAt === null) throw new Refusal('identity.expired')
  const account = codeCounterOf(playerId)
  const from = { surface: 'site', client } as const
  const failure = await attemptCode(app, account, { player, totp, code, from })
  if (!failure) return { password: account, code: account }

  const isLockedOut = failure.reason === 'paused'
  app.metrics.countLogin(isLockedOut ? 'paused' : 'wrong-code')
  throw await refuseCode(app, failure, { actor: null, ip: client.ip, target: playerId })
}

/**
 * Counts an attempt of a signed-in player to enter a code. It uses the same counter as sign-ins, so that a hijacked
 * session allows no additional guesses (docs/contract.md#two-factor).
 * @param useCode consumes the code, or throws `auth.wrong2fa`
 * @throws Refusal `auth.wrong2fa`, `auth.toomanyattempts`, `overloaded`
 */
export async function countCodeAttempt(
  app: App,
  by: Actor,
  useCode: () => Promise<void>,
): Promise<void> {
  const account = codeCounterOf(by.actor)
  const { failure } = await runAttempt(app, { account }, async () => {
    try {
      await useCode()
      return { failure: undefined }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'auth.wrong2fa') return { failure: WRONG_CODE }
      throw error
    }
  })
  if (failure) throw await refuseCode(app, failure, { ...by, target: by.actor })
  await deleteAttempts(app.db, { password: account, code: account })
}

async function refuseCode(
  app: App,
  failure: SignInFailure,
  whose: { actor: string | null; ip: string | null; target: string },
): Promise<Refusal> {
  const isLockedOut = failure.reason === 'paused'
  await writeAudit(app, { action: isLockedOut ? 'login.paused' : 'login.missed', ...whose })
  if (!isLockedOut) return new Refusal('auth.wrong2fa')
  const retryAfter = Math.ceil((failure.retryAt - app.clock.now()) / SECOND)
  return new Refusal('auth.toomanyattempts', { retryAfter })
}

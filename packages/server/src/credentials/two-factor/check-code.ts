import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import type { ChangeNeeds } from '../../audit/change.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { SECOND } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Client } from '../../platform/network/client.ts'
import type { Player } from '../../players/player.ts'
import { findPlayer } from '../../players/player-store.ts'
import { type Counts, deleteTries } from '../../security/lockout/attempt-store.ts'
import { type Stop, tryOnce } from '../../security/lockout/run-attempt.ts'
import { burnCode } from './check-totp.ts'
import { readRecoveryCode } from './recovery-code.ts'
import { findTotp, type Totp } from './two-factor-store.ts'
import { useRecoveryCode } from './use-recovery-code.ts'

/** Names the count of wrong codes: one per player, whatever the door and the device. */
export function codeCountOf(playerId: string): string {
  return `code:player:${playerId}`
}

const WRONG_CODE: Stop = { miss: 'totp-wrong' }

type Typed = {
  player: Player
  totp: Totp
  code: string
  from: Parameters<typeof useRecoveryCode>[3]
}

/** Tries a code, from the app or a recovery code, and uses it up. @returns what stopped it, if anything did. */
export async function tryCode(
  app: ChangeNeeds & Pick<App, 'config' | 'missesAllowed'>,
  account: string,
  { player, totp, code, from }: Typed,
): Promise<Stop | undefined> {
  const recovery = readRecoveryCode(code)
  const { stop } = await tryOnce(app, { account }, async () => {
    const fits = recovery
      ? await useRecoveryCode(app, player, recovery, from)
      : await burnCode(app, player.id, totp, code)
    return { stop: fits ? undefined : WRONG_CODE }
  })
  return stop
}

/**
 * Checks the code of a player's second factor where no password is asked for, and uses it up. A wrong one is
 * counted with those of every other sign-in (docs/contract.md#signing-in).
 *
 * @returns the count that a success forgets
 * @throws Refusal `auth.wrong2fa`, `auth.toomanyattempts`, `overloaded`; `identity.expired` when the second
 *   factor is off by now, so that nobody is asked for it
 */
export async function checkCode(
  app: App,
  playerId: string,
  code: string,
  client: Client,
): Promise<Counts> {
  const player = await findPlayer(app.db, playerId)
  const totp = await findTotp(app.db, playerId)
  if (!player || !totp || totp.enabledAt === null) throw new Refusal('identity.expired')
  const account = codeCountOf(playerId)
  const from = { door: 'site', client } as const
  const stop = await tryCode(app, account, { player, totp, code, from })
  if (!stop) return { password: account, code: account }

  const isPaused = stop.miss === 'paused'
  app.metrics.countLogin(isPaused ? 'paused' : 'wrong-code')
  throw await refuseCode(app, stop, { actor: null, ip: client.ip, target: playerId })
}

/**
 * Lets somebody who is signed in use a code of their second factor. A wrong one is counted with those of every
 * sign-in, so that whoever took over a session finds the code no sooner there (docs/contract.md#two-factor).
 *
 * @param use uses the code up, or throws `auth.wrong2fa`
 * @throws Refusal `auth.wrong2fa`, `auth.toomanyattempts`, `overloaded`; whatever else `use` throws
 */
export async function countCode(app: App, by: Actor, use: () => Promise<void>): Promise<void> {
  const account = codeCountOf(by.actor)
  const { stop } = await tryOnce(app, { account }, async () => {
    try {
      await use()
      return { stop: undefined }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'auth.wrong2fa') return { stop: WRONG_CODE }
      throw error
    }
  })
  if (stop) throw await refuseCode(app, stop, { ...by, target: by.actor })
  await deleteTries(app.db, { password: account, code: account })
}

/** Turns what stopped a code into a refusal, and audits it. */
async function refuseCode(
  app: App,
  stop: Stop,
  whose: { actor: string | null; ip: string | null; target: string },
): Promise<Refusal> {
  const isPaused = stop.miss === 'paused'
  await writeAudit(app, { action: isPaused ? 'login.paused' : 'login.missed', ...whose })
  if (!isPaused) return new Refusal('auth.wrong2fa')
  const retryAfter = Math.ceil((stop.retryAt - app.clock.now()) / SECOND)
  return new Refusal('auth.toomanyattempts', { retryAfter })
}

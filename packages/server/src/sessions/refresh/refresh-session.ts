import type { TokenPair } from '@portal/contract'
import type { App } from '../../app.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { isOutage } from '../../database/database-failure.ts'
import { SECOND, stopwatch } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Client, deviceName } from '../../platform/network/client.ts'
import { findPlayer } from '../../players/player-store.ts'
import { recordVisit } from '../../players/visit-store.ts'
import { deleteDeviceOf } from '../device-store.ts'
import { emitClosed } from '../emit-closed.ts'
import { tokenReusedMail } from '../session-mail.ts'
import { deleteSession } from '../session-store.ts'
import type { RecentSession } from './recent-sessions.ts'
import type { RefreshAttempt } from './refresh-outcomes.ts'
import { advanceCounter, findSession, type SessionWithReplacements } from './refresh-store.ts'
import { type RefreshToken, readRefreshToken, writeRefreshToken } from './refresh-token.ts'
import { addReplacement, reissuableStep, replacedRecently } from './replaced-tokens.ts'

type Deps = ChangeDeps &
  Pick<App, 'config' | 'keys' | 'accessTokens' | 'refreshOutcomes' | 'recentSessions'>

export type RefreshResult = { tokens: TokenPair; step?: RefreshAttempt }

/** A refresh with an unknown outcome is retried once, unless the first try took longer than this. */
const RETRY_WINDOW = 3 * SECOND

/**
 * Exchanges a refresh token for a new pair of tokens; with rotation off, only extends the session
 * (docs/contract.md#tokens-cookies-sessions). If the response with the successor of the token was lost, returns this
 * successor again (docs/decisions/013-lost-refreshes.md).
 * @throws Refusal `auth.sessionexpired` if the token is invalid or its session has ended, or if the database is a
 * backup older than the token, which closes the session; `auth.tokenreplaced` if the token was replaced less than 30 s
 * ago; `auth.tokenreused` if it was replaced earlier, which closes the session; `unavailable` if it is not known yet
 * whether the response with the successor was lost
 */
export async function refreshSession(
  app: Deps,
  presented: string | undefined,
  client: Client,
): Promise<RefreshResult> {
  const token = presented && (await readRefreshToken(app.keys, presented))
  if (!token) throw new Refusal('auth.sessionexpired')

  const elapsed = stopwatch()
  const step = { isLost: false }
  try {
    return await exchangeToken(app, { token, step }, client)
  } catch (error) {
    if (!step.isLost || !isOutage(error) || elapsed() > RETRY_WINDOW) throw error
    return exchangeToken(app, { token, step }, client) // the client would also retry with this token
  }
}

type PresentedToken = {
  token: RefreshToken
  step: { isLost: boolean }
}

async function exchangeToken(
  app: Deps,
  presented: PresentedToken,
  client: Client,
): Promise<RefreshResult> {
  const { token } = presented
  const recent = app.recentSessions.find(token)
  const result = recent && (await rotate(app, presented, recent, client))
  if (result) return result

  const now = app.clock.now()
  const session = await findSession(app.db, token.sessionId)
  if (!session || session.expiresAt <= now) throw new Refusal('auth.sessionexpired')
  if (session.counter < token.counter) return rejectNewerToken(app, token, client)
  if (session.counter !== token.counter) {
    return (
      (await reissue(app, session, token)) ?? rejectReusedToken(app, { token, session }, client)
    )
  }
  return (await rotate(app, presented, session, client)) ?? explainLostRace(app, token)
}

async function rotate(
  app: Deps,
  presented: PresentedToken,
  session: RecentSession,
  client: Client,
): Promise<RefreshResult | undefined> {
  const { token } = presented
  const now = app.clock.now()
  await recordVisit(app.db, { id: session.playerId, seenOn: session.updatedAt }, now)
  const step = await app.refreshOutcomes.begin()
  try {
    const rotates = app.config.refreshRotation
    const nextCounter = rotates ? token.counter + 1 : token.counter
    const by = { now, step: step.id }
    const replacements = rotates ? addReplacement(session.replacements, token.counter, by) : []
    const isRotated = await advanceCounter(app.db, {
      ...token,
      nextCounter,
      replacements,
      client: { ip: client.ip, agent: client.agent, device: deviceName(client.agent) },
      now,
      expiresAt: now + app.config.refreshTtl,
    })
    if (isRotated) {
      const { id, playerId } = session
      const used = { id, playerId, updatedAt: now }
      app.recentSessions.remember({ ...used, counter: nextCounter, replacements })
      return { tokens: await tokenPairOf(app, session, nextCounter), step }
    }
  } catch (error) {
    step.markLost()
    presented.step.isLost = true
    throw error
  }
  step.settle()
  return undefined
}

async function tokenPairOf(
  app: Deps,
  session: Pick<RecentSession, 'id' | 'playerId'>,
  counter: number,
): Promise<TokenPair> {
  const { id: sessionId, playerId } = session
  const generation = await app.keys.newest()
  return {
    accessToken: await app.accessTokens.sign({ playerId, sessionId }),
    refreshToken: writeRefreshToken(generation, { sessionId, counter }),
  }
}

/**
 * Returns the successor of a replaced token if the response with the successor was lost. Changes nothing, so every
 * repetition gets the same successor.
 * @returns undefined for any other replaced token
 */
async function reissue(
  app: Deps,
  session: SessionWithReplacements,
  { counter }: RefreshToken,
): Promise<RefreshResult | undefined> {
  const step = reissuableStep(session, counter, app.clock.now())
  if (step === undefined || !(await app.refreshOutcomes.isLost(step))) return undefined
  // Waiting for the outcome can take seconds. In the meantime the session may be closed, or the successor used.
  const current = await findSession(app.db, session.id)
  const now = app.clock.now()
  if (!current || current.expiresAt <= now) throw new Refusal('auth.sessionexpired')
  if (reissuableStep(current, counter, now) !== step) return undefined
  return { tokens: await tokenPairOf(app, current, current.counter) }
}

/**
 * Answers a request that lost a race: another request has used the token or closed the session.
 * @throws Refusal `auth.sessionexpired`, `auth.tokenreplaced`
 */
async function explainLostRace(app: Deps, token: RefreshToken): Promise<RefreshResult> {
  const session = await findSession(app.db, token.sessionId)
  if (!session || session.expiresAt <= app.clock.now()) throw new Refusal('auth.sessionexpired')
  const reissued = await reissue(app, session, token)
  if (!reissued) throw new Refusal('auth.tokenreplaced')
  return reissued
}

/**
 * Closes the session of a token that was replaced at least 30 s ago, because the token may be stolen. Only the request
 * that closes the session writes the audit entry and the mail.
 * @throws Refusal `auth.tokenreplaced` if the token was replaced later, which closes nothing; otherwise
 * `auth.tokenreused`
 */
async function rejectReusedToken(
  app: Deps,
  reused: { token: RefreshToken; session: SessionWithReplacements },
  client: Client,
): Promise<never> {
  const now = app.clock.now()
  const { sessionId, counter } = reused.token
  if (replacedRecently(reused.session.replacements, counter, now)) {
    throw new Refusal('auth.tokenreplaced')
  }

  await change(app, { actor: null, ip: client.ip }, async (work) => {
    const closed = await deleteSession(work.tx, sessionId)
    const player = closed && (await findPlayer(work.tx, closed.playerId))
    if (!player) return
    await deleteDeviceOf(work.tx, closed) // a thief who has the refresh token may also have the device cookie
    const url = app.config.publicUrl
    const about = { player, client, at: now, site: work.settings, url }
    work.notify(player, (to) => tokenReusedMail({ ...about, to }))
    work.audit('session.reused', player.id, { before: sessionId })
    emitClosed(work, [closed])
  })
  throw new Refusal('auth.tokenreused')
}

/**
 * Closes the session of a token that is newer than the database. The database was restored from an older backup, where
 * tokens that were replaced since the backup are valid again. Nothing was stolen, so the player is not notified.
 */
async function rejectNewerToken(
  app: Deps,
  { sessionId }: RefreshToken,
  client: Client,
): Promise<never> {
  await change(app, { actor: null, ip: client.ip }, async (work) => {
    const closed = await deleteSession(work.tx, sessionId)
    if (!closed) return
    work.audit('session.closed', closed.playerId, { before: sessionId })
    emitClosed(work, [closed])
  })
  throw new Refusal('auth.sessionexpired')
}

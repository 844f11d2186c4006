import type { TokenPair } from '@portal/contract'
import type { App } from '../../app.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { isOutage } from '../../database/database-failure.ts'
import { SECOND, stopwatch } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { type Client, deviceName } from '../../platform/network/client.ts'
import { findPlayer } from '../../players/player-store.ts'
import { deleteDeviceOf } from '../device-store.ts'
import { tokenReusedMail } from '../session-mail.ts'
import { deleteSession } from '../session-store.ts'
import type { PresentToken } from './recent-sessions.ts'
import type { OpenStep } from './refresh-outcomes.ts'
import { advanceCounter, type FoundSession, findSession } from './refresh-store.ts'
import { type RefreshToken, readRefreshToken, writeRefreshToken } from './refresh-token.ts'
import { addReplacement, repeatableStep, replacedRecently } from './replaced-tokens.ts'

type Needs = ChangeNeeds & Pick<App, 'config' | 'keys' | 'accessTokens' | 'steps' | 'presentTokens'>

/** The next pair, and the step that made it: it ends, or is lost, with the answer. */
export type Refreshed = { tokens: TokenPair; step?: OpenStep }

/** A refresh whose outcome is unknown is looked into once more unless it has taken longer than this. */
const LOOKED_INTO_WITHIN = 3 * SECOND

/**
 * Exchanges a refresh token for a new pair and burns the presented token. With rotation off the same
 * token stays valid and only its expiry moves (docs/contract.md#tokens-cookies-sessions). A token whose
 * successor reached nobody gets it again (docs/decisions/013-lost-refreshes.md).
 *
 * @throws Refusal `auth.sessionexpired` when the token is not ours, its session is over, or the database is an
 *   older backup that does not know it, which closes the session;
 *   `auth.tokenreplaced` when it was replaced less than 30 s ago; `auth.tokenreused` when longer
 *   ago, which closes the session; `unavailable` when it cannot be told yet whether it was replaced.
 */
export async function refreshSession(
  app: Needs,
  presented: string | undefined,
  client: Client,
): Promise<Refreshed> {
  const token = presented && (await readRefreshToken(app.keys, presented))
  if (!token) throw new Refusal('auth.sessionexpired')

  const elapsed = stopwatch()
  const step = { isLost: false }
  try {
    return await presentToken(app, { token, step }, client)
  } catch (error) {
    if (!step.isLost || !isOutage(error) || elapsed() > LOOKED_INTO_WITHIN) throw error
    return presentToken(app, { token, step }, client) // as its client would, who has the same token
  }
}

type Presented = {
  token: RefreshToken
  /** Is told when nobody knows whether the token was replaced. */
  step: { isLost: boolean }
}

/** Exchanges the token in one statement where this process knows its session, and otherwise in two. */
async function presentToken(app: Needs, presented: Presented, client: Client): Promise<Refreshed> {
  const { token } = presented
  const known = app.presentTokens.find(token)
  const done = known && (await advance(app, presented, known, client))
  if (done) return done

  const now = app.clock.now()
  const session = await findSession(app.db, token.sessionId)
  if (!session || session.expiresAt <= now) throw new Refusal('auth.sessionexpired')
  if (session.counter < token.counter) return refuseNewer(app, token, client)
  if (session.counter !== token.counter) {
    return (await giveAgain(app, session, token)) ?? refuseBurnt(app, { token, session }, client)
  }
  return (await advance(app, presented, session, client)) ?? explainLostRace(app, token)
}

/** Moves the session to its next token. @returns undefined when the token is not the present one any more. */
async function advance(
  app: Needs,
  presented: Presented,
  session: PresentToken,
  client: Client,
): Promise<Refreshed | undefined> {
  const { token } = presented
  const now = app.clock.now()
  const step = await app.steps.begin()
  try {
    const rotates = app.config.refreshRotation
    const nextCounter = rotates ? token.counter + 1 : token.counter
    const by = { now, step: step.id }
    const replacements = rotates ? addReplacement(session.replacements, token.counter, by) : []
    const advanced = await advanceCounter(app.db, {
      ...token,
      nextCounter,
      replacements,
      client: { ip: client.ip, agent: client.agent, device: deviceName(client.agent) },
      now,
      expiresAt: now + app.config.refreshTtl,
    })
    if (advanced) {
      const { id, playerId } = session
      app.presentTokens.remember({ id, playerId, counter: nextCounter, replacements })
      return { tokens: await pairOf(app, session, nextCounter), step }
    }
  } catch (error) {
    step.lose()
    presented.step.isLost = true
    throw error
  }
  step.end()
  return undefined
}

async function pairOf(
  app: Needs,
  session: Pick<PresentToken, 'id' | 'playerId'>,
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
 * Gives the present pair to who presents the token before it, if that one's answer was lost. Nothing is
 * changed, so however many ask, there is one successor. @returns undefined for any other burnt token.
 */
async function giveAgain(
  app: Needs,
  session: FoundSession,
  { counter }: RefreshToken,
): Promise<Refreshed | undefined> {
  const step = repeatableStep(session, counter, app.clock.now())
  if (step === undefined || !(await app.steps.isLost(step))) return undefined
  // That may have taken seconds, in which the session was closed or the successor used.
  const present = await findSession(app.db, session.id)
  const now = app.clock.now()
  if (!present || present.expiresAt <= now) throw new Refusal('auth.sessionexpired')
  if (repeatableStep(present, counter, now) !== step) return undefined
  return { tokens: await pairOf(app, present, present.counter) }
}

/** Explains a lost race: meanwhile another request used the token or closed the session. */
async function explainLostRace(app: Needs, token: RefreshToken): Promise<Refreshed> {
  const session = await findSession(app.db, token.sessionId)
  if (!session || session.expiresAt <= app.clock.now()) throw new Refusal('auth.sessionexpired')
  const again = await giveAgain(app, session, token)
  if (!again) throw new Refusal('auth.tokenreplaced')
  return again
}

/**
 * Closes the session of a burnt token that comes back late, because it may have been stolen. The one
 * request that closes the session writes the audit entry and tells the player.
 */
async function refuseBurnt(
  app: Needs,
  burnt: { token: RefreshToken; session: FoundSession },
  client: Client,
): Promise<never> {
  const now = app.clock.now()
  const { sessionId, counter } = burnt.token
  if (replacedRecently(burnt.session.replacements, counter, now)) {
    throw new Refusal('auth.tokenreplaced')
  }

  await change(app, { actor: null, ip: client.ip }, async (work) => {
    const closed = await deleteSession(work.tx, sessionId)
    const player = closed && (await findPlayer(work.tx, closed.playerId))
    if (!player) return
    await deleteDeviceOf(work.tx, closed) // who had its refresh token may also have its device cookie
    const url = app.config.publicUrl
    const about = { player, client, at: now, site: work.settings, url }
    work.tell(player, (to) => tokenReusedMail({ ...about, to }))
    work.note('session.reused', player.id, { before: sessionId })
  })
  throw new Refusal('auth.tokenreused')
}

/**
 * Closes the session of a token that is newer than the database, which is a backup from before the token. Other
 * tokens that were replaced since are good again there, so the session ends; nothing was stolen, so nobody is told.
 */
async function refuseNewer(
  app: Needs,
  { sessionId }: RefreshToken,
  client: Client,
): Promise<never> {
  await change(app, { actor: null, ip: client.ip }, async ({ tx, note }) => {
    const closed = await deleteSession(tx, sessionId)
    if (closed) note('session.closed', closed.playerId, { before: sessionId })
  })
  throw new Refusal('auth.sessionexpired')
}

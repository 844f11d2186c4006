import type { ErrorCode, TokenPair } from '@portal/contract'
import type { App } from '../app.ts'
import { type ChangeNeeds, change } from '../change/change.ts'
import { Refusal } from '../errors.ts'
import { type Client, deviceName } from '../platform/client.ts'
import { findPlayer } from '../player/player-store.ts'
import { deleteDeviceOf } from './device-store.ts'
import { type RefreshToken, readRefreshToken, writeRefreshToken } from './refresh-token.ts'
import { addReplacement, type Replacement, replacedRecently } from './replacements.ts'
import { tokenReusedMail } from './session-mail.ts'
import { advanceCounter, deleteSession, findSession } from './session-store.ts'

type Needs = ChangeNeeds & Pick<App, 'config' | 'keys' | 'accessTokens'>

/**
 * Exchanges a refresh token for a new pair and burns the presented token. With rotation off the same
 * token stays valid and only its expiry moves (docs/contract.md#tokens-cookies-sessions).
 *
 * @throws Refusal `auth.sessionexpired` when the token is not ours or its session is over;
 *   `auth.tokenreplaced` when it was replaced less than 30 s ago; `auth.tokenreused` when longer
 *   ago, which closes the session.
 */
export async function refreshSession(
  app: Needs,
  presented: string | undefined,
  client: Client,
): Promise<TokenPair> {
  const now = app.clock.now()
  const token = presented && (await readRefreshToken(app.keys, presented))
  if (!token) throw new Refusal('auth.sessionexpired')

  const session = await findSession(app.db, token.sessionId)
  if (!session || session.expiresAt <= now) throw new Refusal('auth.sessionexpired')
  if (session.counter !== token.counter) {
    return refuseBurnt(app, { token, replacements: session.replacements }, client)
  }

  const rotates = app.config.refreshRotation
  const nextCounter = rotates ? token.counter + 1 : token.counter
  const advanced = await advanceCounter(app.db, {
    ...token,
    nextCounter,
    replacements: rotates ? addReplacement(session.replacements, token.counter, now) : [],
    client: { ip: client.ip, agent: client.agent, device: deviceName(client.agent) },
    now,
    expiresAt: now + app.config.refreshTtl,
  })
  if (!advanced) throw new Refusal(await codeOfLostRace(app, token))

  const generation = await app.keys.newest()
  return {
    accessToken: await app.accessTokens.sign({ playerId: session.playerId, sessionId: session.id }),
    refreshToken: writeRefreshToken(generation, { ...token, counter: nextCounter }),
  }
}

/** Explains a lost race: meanwhile another request used the token or closed the session. */
async function codeOfLostRace(app: Needs, token: RefreshToken): Promise<ErrorCode> {
  const session = await findSession(app.db, token.sessionId)
  return session ? 'auth.tokenreplaced' : 'auth.sessionexpired'
}

/**
 * Closes the session of a burnt token that comes back late, because it may have been stolen. The one
 * request that closes the session writes the audit entry and tells the player.
 */
async function refuseBurnt(
  app: Needs,
  burnt: { token: RefreshToken; replacements: readonly Replacement[] },
  client: Client,
): Promise<never> {
  const now = app.clock.now()
  const { sessionId, counter } = burnt.token
  if (replacedRecently(burnt.replacements, counter, now)) throw new Refusal('auth.tokenreplaced')

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

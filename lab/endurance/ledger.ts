import type { Site } from './chaos-site.ts'
import { ask, type SiteResponse } from './site-client.ts'
import { newSkin } from './skin.ts'

/**
 * What the site has confirmed to a player, and so must keep even if it is killed. Requests without a response may have
 * taken effect or not, so they are counted separately.
 */
export type Promised = {
  username: string
  uuid: string
  refreshToken: string
  accessToken: string
  /** Whether a refresh has no response. */
  refreshing: boolean
  signedOut: 'no' | 'asked' | 'yes'
  /** Whether a refresh without a response has replaced the token, so that only a new sign-in would help. */
  lost: boolean
  balance: number
  payments: number
  skin: string | undefined
  /** Whether an upload of a skin has no response. */
  dressing: boolean
}

const PASSWORD = 'correct horse battery'

/** Registers a player; undefined without a response. */
export async function register(site: Site): Promise<Promised | undefined> {
  const username = `P_${crypto.randomUUID().replaceAll('-', '').slice(0, 14)}`
  const json = { username, email: `${username}@example.org`, password: PASSWORD }
  const { status, body } = await ask(site.port, { method: 'POST', path: '/auth/register', json })
  if (status !== 201) return undefined
  const fresh = {
    refreshing: false,
    signedOut: 'no',
    lost: false,
    balance: 0,
    payments: 0,
  } as const
  const { refreshToken = '', accessToken = '', user } = body
  const uuid = user?.uuid ?? ''
  return { ...fresh, username, uuid, refreshToken, accessToken, skin: undefined, dressing: false }
}

export async function refresh(site: Site, player: Promised): Promise<SiteResponse> {
  player.refreshing = true
  const json = { refresh_token: player.refreshToken }
  const answer = await ask(site.port, { method: 'POST', path: '/auth/refresh', json })
  if (answer.status !== 0) player.refreshing = false
  player.refreshToken = answer.body.refreshToken ?? player.refreshToken
  player.accessToken = answer.body.accessToken ?? player.accessToken
  return answer
}

export async function pay(site: Site, player: Promised): Promise<void> {
  player.payments += 1
  const { status } = await ask(site.port, {
    method: 'POST',
    path: `/admin/players/${player.uuid}/balance`,
    as: site.owner,
    json: { real: 1, reason: 'a payment' },
  })
  if (status !== 0) player.payments -= 1
  if (status === 200) player.balance += 1
}

export async function dress(site: Site, player: Promised): Promise<void> {
  player.dressing = true
  const as = `Bearer ${player.accessToken}`
  const skin = await newSkin()
  const { status, body } = await ask(site.port, { method: 'PUT', path: '/cabinet/skin', as, skin })
  if (status !== 0) player.dressing = false
  if (status === 200) player.skin = body.textures?.skin?.url
}

export async function signOut(site: Site, player: Promised): Promise<void> {
  player.signedOut = 'asked'
  const json = { refresh_token: player.refreshToken }
  const { status } = await ask(site.port, { method: 'POST', path: '/auth/logout', json })
  if (status === 204) player.signedOut = 'yes'
  else if (status !== 0) player.signedOut = 'no'
}

/** Lists the broken promises, and updates the player to the current state. */
export async function findBroken(site: Site, player: Promised): Promise<string[]> {
  const path = `/auth/launcher/user?uuid=${player.uuid}` as const
  const profile = await ask(site.port, { method: 'GET', path, as: `Api-Key ${site.apiKey}` })
  if (profile.status !== 200) return [`${player.username} is gone (${profile.status})`]
  return [
    ...wardrobeFaults(player, profile.body.textures?.skin?.url),
    ...(await balanceFaults(site, player)),
    ...(await sessionFaults(site, player)),
  ]
}

function wardrobeFaults(player: Promised, worn: string | undefined): string[] {
  const isKept = worn === player.skin || player.dressing
  player.skin = worn
  player.dressing = false
  return isKept ? [] : [`${player.username} wears another skin`]
}

async function balanceFaults(site: Site, player: Promised): Promise<string[]> {
  const path = `/admin/players/${player.uuid}/balance` as const
  const { body } = await ask(site.port, { method: 'GET', path, as: site.owner })
  const real = body.real ?? Number.NaN
  const isKept = real >= player.balance && real <= player.balance + player.payments
  const fault = `${player.username} has ${real} of ${player.balance} (+${player.payments})`
  player.balance = real
  player.payments = 0
  return isKept ? [] : [fault]
}

/**
 * Lists what is wrong with the session. A refresh without a response may have replaced the token, and a sign-out
 * without a response may have ended the session.
 */
async function sessionFaults(site: Site, player: Promised): Promise<string[]> {
  if (player.lost) return []
  const mayBeReplaced = player.refreshing
  const { status, body } = await refresh(site, player)
  const outcome = body.error ?? status

  if (player.signedOut === 'yes') {
    if (outcome === 'auth.sessionexpired') return []
    return [`${player.username} signed out, but the session is still open: ${outcome}`]
  }
  if (outcome === 200) {
    player.signedOut = 'no'
    return []
  }
  player.lost = true
  if (mayBeReplaced && outcome === 'auth.tokenreplaced') return []
  if (player.signedOut === 'asked' && outcome === 'auth.sessionexpired') return []
  return [`${player.username} has lost the session: ${outcome}`]
}

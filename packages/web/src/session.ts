import type { LoginReply, User } from '@portal/contract'
import { computed, shallowRef } from 'vue'
import { type EndpointName, Refusal, type Reply, type RequestInput, send } from './api.ts'
import {
  askingToAgree,
  awaitConsent,
  openPendingConsents,
} from './pages/sign-in/pending-consents.ts'
import { sharedDialog } from './ui/shared-dialog.ts'
import { forgetUnsavedForms } from './ui/unsaved.ts'

/** The signed-in player; null for a visitor, undefined until that is known. */
export const user = shallowRef<User | null | undefined>(undefined)

/** The message that the sign-in page shows after a player has deleted the account; otherwise empty. */
export const farewellMessage = shallowRef('')

/** Whether the session of this browser had ended when the page was opened. */
export const hasSessionEnded = shallowRef(false)

/** Whether this player must set up a second factor before the panel opens. */
export const isPanelLocked = shallowRef(false)

export const mayOpenPanel = computed(() => may('panel.access'))

/** Whether the signed-in player has a permission. The server checks it again. */
export function may(permission: string): boolean {
  return user.value?.permissions.includes(permission) ?? false
}

/** Kept only in memory, so that an injected script cannot read the token from storage. */
let accessToken: string | undefined

type TabMessage = { kind: 'renewed' | 'signed-in'; token: string } | { kind: 'signed-out' }

const tabs = new BroadcastChannel('portal-session')
tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  if (data.kind === 'signed-out') return clearSession()
  if (data.kind === 'renewed') accessToken = data.token
  else void adoptTabSignIn(data.token).catch(() => undefined) // the next request reports the failure
})

/** Loads the player who signed in in another tab, before this tab sends anything as that player. */
async function adoptTabSignIn(token: string): Promise<void> {
  const { user: now } = await send('me', {}, token)
  replaceUser(now, token)
  openPendingConsents(token)
}

function broadcast(message: TabMessage): void {
  tabs.postMessage(message)
}

/**
 * Sends a request as the signed-in player and renews an expired access token once. If the session has ended,
 * if the site requires re-authentication or a second factor, or if rules await consent, a dialog over the
 * page settles it and the request continues. If the player must do something else first, `user` changes and
 * the router redirects.
 *
 * @throws Refusal, Unreachable
 */
export async function call<Name extends EndpointName>(
  name: Name,
  ...[ask]: Record<never, never> extends RequestInput<Name>
    ? [ask?: RequestInput<Name>]
    : [ask: RequestInput<Name>]
): Promise<Reply<Name>> {
  const input = ask ?? ({} as RequestInput<Name>) // endpoints without input may be called without one
  const reauthenticate = prepareReauthentication()
  try {
    return await sendSignedIn(name, input)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'auth.proofrequired' && (await reauthenticate({ refusal: error })))
      return call(name, input)
    if (error.code === 'auth.consentrequired' && (await awaitConsent(accessToken)))
      return call(name, input)
    if (GATE_CODES.includes(error.code) && name !== 'me') await reloadUser()
    if (error.code === 'auth.2farequired') {
      if (error.proofs.length > 0 && (await reauthenticate({ refusal: error })))
        return call(name, input)
      isPanelLocked.value = true
    }
    throw error
  }
}

/** Sends a request with a valid access token, and once more with a new one if the site rejects it. */
async function sendSignedIn<Name extends EndpointName>(
  name: Name,
  input: RequestInput<Name>,
): Promise<Reply<Name>> {
  const usedToken = accessToken
  const promptSignIn = prepareSignIn()
  try {
    return await send(name, input, usedToken)
  } catch (error) {
    const hasExpired = error instanceof Refusal && error.code === 'auth.unauthorized'
    if (!hasExpired || !usedToken) throw error
    const player = user.value
    const canAsk = player && !SESSIONLESS_ENDPOINTS.includes(name)
    if (
      !(await refreshToken(usedToken)) &&
      !(canAsk && (await promptSignIn({ player, token: usedToken })))
    )
      throw error
    return send(name, input, accessToken)
  }
}

/** Endpoints that need no session. */
const SESSIONLESS_ENDPOINTS: readonly string[] = ['login', 'logout']

/** Refusals that require the player to do something first (docs/contract.md#registration-and-confirmation). */
const GATE_CODES: readonly string[] = ['auth.usernotactivated', 'auth.passwordchangerequired']

/**
 * Gets a new access token with the refresh cookie. Tabs share the token: one tab refreshes while the others wait for
 * the lock and then find the new token. The lock exists only on https and localhost; elsewhere tabs may race, and the
 * losers retry with the winner's cookie (docs/contract.md#tokens-cookies-sessions). An outage does not sign the player
 * out: waiting requests fail, and the tab retries in the background.
 * @returns whether a player is signed in
 */
async function refreshToken(outdated: string | undefined): Promise<boolean> {
  const refreshNow = () => refreshOnce(outdated)
  try {
    const isSignedIn = await ('locks' in navigator
      ? navigator.locks.request('portal-refresh', refreshNow)
      : refreshNow())
    cancelScheduledRefresh()
    return isSignedIn
  } catch (error) {
    scheduleRefresh(outdated, error instanceof Refusal ? error.retryAfter : undefined)
    throw error
  }
}

const INITIAL_RETRY_DELAY = 1000
const MAX_RETRY_DELAY = 60_000
let retryDelay = INITIAL_RETRY_DELAY
let retryTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Retries the refresh after a growing delay, or later if the site requires it, with jitter so that tabs and players do
 * not retry at the same time. Does not wait for the player's next action, because the site repeats a lost response for
 * only ten minutes.
 */
function scheduleRefresh(outdated: string | undefined, retryAfter = 0): void {
  if (retryTimer !== undefined) return
  const wait = Math.max(retryDelay, retryAfter * 1000) * (1 + Math.random() / 2)
  retryDelay = Math.min(retryDelay * 2, MAX_RETRY_DELAY)
  retryTimer = setTimeout(() => {
    retryTimer = undefined
    void refreshToken(outdated).catch(() => undefined) // schedules the next retry itself
  }, wait)
}

function cancelScheduledRefresh(): void {
  clearTimeout(retryTimer)
  retryTimer = undefined
  retryDelay = INITIAL_RETRY_DELAY
}

const MAX_REFRESH_RACES = 5
/** In milliseconds, doubled for each lost race. The winner usually has its new cookie within this time. */
const RACE_DELAY = 100

async function refreshOnce(outdated: string | undefined): Promise<boolean> {
  for (let attempt = 1; accessToken === outdated; attempt += 1) {
    try {
      const { accessToken: token } = await send('refresh', {}, undefined)
      accessToken = token
      broadcast({ kind: 'renewed', token })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'auth.tokenreplaced' && attempt < MAX_REFRESH_RACES) {
        const wait = RACE_DELAY * 2 ** attempt * Math.random()
        await new Promise((resolve) => setTimeout(resolve, wait))
        continue
      }
      if (error.status !== 401 && error.code !== 'auth.csrf') throw error
      return false
    }
  }
  return accessToken !== undefined
}

/** The dialog for a player whose session has ended while a page is open. */
export const { asked: askingToSignIn, begin: prepareSignIn } = sharedDialog<{
  player: User
  token: string
}>()

/** The dialog for a player who starts a risky action (docs/contract.md#re-authentication). */
export const { asked: askingToProve, begin: prepareReauthentication } = sharedDialog<{
  refusal: Refusal
}>()

/**
 * Replaces the signed-in player. If it is another player, reloads the document, so that no page of the previous one
 * stays.
 */
function replaceUser(now: User, token: string): void {
  const before = user.value
  if (before && before.uuid !== now.uuid) {
    forgetUnsavedForms()
    location.reload()
    return
  }
  accessToken = token
  user.value = now
  askingToSignIn.value?.answer(true)
}

/** Finds out when a page starts whether this browser is signed in. */
export async function restoreSession(): Promise<void> {
  if (!document.cookie.includes('portal_csrf=')) {
    user.value = null
    return
  }
  if (!(await refreshToken(undefined))) {
    hasSessionEnded.value = true
    user.value = null
    return
  }
  openPendingConsents(accessToken)
  await reloadUser()
}

/** Starts using a new sign-in in all tabs. */
export function signedIn(reply: LoginReply): void {
  hasSessionEnded.value = false
  openPendingConsents(reply.accessToken)
  broadcast({ kind: 'signed-in', token: reply.accessToken })
  replaceUser(reply.user, reply.accessToken)
}

export async function reloadUser(): Promise<void> {
  user.value = (await call('me')).user
}

export async function signOut(): Promise<void> {
  await call('logout').catch(() => undefined) // the pages sign out in any case
  signedOut()
}

/** Drops the session in all tabs after the site has closed it. */
export function signedOut(): void {
  clearSession()
  broadcast({ kind: 'signed-out' })
}

function clearSession(): void {
  cancelScheduledRefresh()
  accessToken = undefined
  user.value = null
  for (const dialog of [askingToSignIn, askingToProve, askingToAgree]) dialog.value?.answer(false)
}

import type { LoginReply, User } from '@portal/contract'
import { computed, shallowRef } from 'vue'
import { type Ask, Refusal, type Reply, type RowName, send } from './api.ts'
import { askFirst, askingToAgree, hasAgreed } from './pages/sign-in/agree.ts'
import { question } from './ui/shared-dialog.ts'
import { leaveWithoutAsking } from './ui/unsaved.ts'

/** The signed-in player; null if nobody is signed in, undefined until that is known. */
export const user = shallowRef<User | null | undefined>(undefined)

/** What the sign-in page says to who has just left for good; empty for everybody else. */
export const farewell = shallowRef('')

/** Whether the site wants a second factor of this player before the panel opens. */
export const panelIsLocked = shallowRef(false)

export const mayOpenPanel = computed(() => may('panel.access'))

/** Whether the signed-in player has a permission. The server checks this itself. */
export function may(permission: string): boolean {
  return user.value?.permissions.includes(permission) ?? false
}

/** Kept only in memory, so that no script can find it later. */
let accessToken: string | undefined

/** Messages between tabs. Each tab keeps the token only in memory. */
type News = { kind: 'renewed' | 'signed-in'; token: string } | { kind: 'signed-out' }

const tabs = new BroadcastChannel('portal-session')
tabs.addEventListener('message', ({ data }: MessageEvent<News>) => {
  if (data.kind === 'signed-out') return forget()
  if (data.kind === 'renewed') accessToken = data.token
  else void meet(data.token).catch(() => undefined) // the next request shows it
})

/** Finds out who has signed in, in another tab, before this one sends anything as them. */
async function meet(token: string): Promise<void> {
  const { user: now } = await send('me', {}, token)
  signInOver(now, token)
  askFirst(token)
}

function tell(news: News): void {
  tabs.postMessage(news)
}

/**
 * Sends a request as the signed-in player, and renews an expired access token once. If the session has
 * ended, the player is asked to sign in over the page, and the request goes on; if the site wants a fresh
 * proof of who they are or their second factor, or has rules to agree to, they are asked for that. If they have to do something
 * first, `user` changes and the router redirects.
 *
 * @throws Refusal, Unreachable
 */
export async function call<Name extends RowName>(
  name: Name,
  ...[ask]: Record<never, never> extends Ask<Name> ? [ask?: Ask<Name>] : [ask: Ask<Name>]
): Promise<Reply<Name>> {
  const given = ask ?? ({} as Ask<Name>) // a row without input may be called without
  const askForProof = mayNeedProof()
  try {
    return await sendSignedIn(name, given)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'auth.proofrequired' && (await askForProof({ refusal: error })))
      return call(name, given)
    if (error.code === 'auth.consentrequired' && (await hasAgreed(accessToken)))
      return call(name, given)
    if (GATES.includes(error.code) && name !== 'me') await reloadUser()
    if (error.code === 'auth.2farequired') {
      if (error.proofs.length > 0 && (await askForProof({ refusal: error })))
        return call(name, given)
      panelIsLocked.value = true
    }
    throw error
  }
}

/** Sends a request with an access token that has not expired, and once more with a new one. */
async function sendSignedIn<Name extends RowName>(
  name: Name,
  given: Ask<Name>,
): Promise<Reply<Name>> {
  const used = accessToken
  const askToSignIn = mayNeedSignIn()
  try {
    return await send(name, given, used)
  } catch (error) {
    const hasExpired = error instanceof Refusal && error.code === 'auth.unauthorized'
    if (!hasExpired || !used) throw error
    const player = user.value
    const canAsk = player && !ENDS_BY_ITSELF.includes(name)
    if (!(await renew(used)) && !(canAsk && (await askToSignIn({ player })))) throw error
    return send(name, given, accessToken)
  }
}

/** Rows that need no session any more. */
const ENDS_BY_ITSELF: readonly string[] = ['login', 'logout']

/** Refusals that demand something of the player first (docs/contract.md#registration-and-confirmation). */
const GATES: readonly string[] = ['auth.usernotactivated', 'auth.passwordchangerequired']

/**
 * Gets a new access token with the refresh cookie. Tabs share it: one tab refreshes while the others
 * wait for the lock and then find the new token. The lock exists only on https and localhost;
 * elsewhere tabs may race, and those that lose try again with the winner's cookie
 * (docs/contract.md#tokens-cookies-sessions). An outage signs nobody out: who waits is told, and the tab
 * goes on asking by itself.
 *
 * @returns whether somebody is signed in.
 */
async function renew(outdated: string | undefined): Promise<boolean> {
  const renewNow = () => renewOnce(outdated)
  try {
    const isSignedIn = await ('locks' in navigator
      ? navigator.locks.request('portal-refresh', renewNow)
      : renewNow())
    askNoMore()
    return isSignedIn
  } catch (error) {
    askLater(outdated, error instanceof Refusal ? error.retryAfter : undefined)
    throw error
  }
}

const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 60_000
let pause = FIRST_PAUSE
let nextTry: ReturnType<typeof setTimeout> | undefined

/**
 * Asks again after a growing pause, or later if the site says so; no two tabs or players at one instant. What
 * the site replaced without an answer can be fetched for ten minutes only, so nobody's click is waited for.
 */
function askLater(outdated: string | undefined, retryAfter = 0): void {
  if (nextTry !== undefined) return
  const wait = Math.max(pause, retryAfter * 1000) * (1 + Math.random() / 2)
  pause = Math.min(pause * 2, LONGEST_PAUSE)
  nextTry = setTimeout(() => {
    nextTry = undefined
    void renew(outdated).catch(() => undefined) // it asks later once more
  }, wait)
}

function askNoMore(): void {
  clearTimeout(nextTry)
  nextTry = undefined
  pause = FIRST_PAUSE
}

/** A tab can lose at most one race to each other tab. */
const MOST_RACES = 20

async function renewOnce(outdated: string | undefined): Promise<boolean> {
  for (let race = 1; accessToken === outdated; race += 1) {
    try {
      const { accessToken: token } = await send('refresh', {}, undefined)
      accessToken = token
      tell({ kind: 'renewed', token })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'auth.tokenreplaced' && race < MOST_RACES) continue
      if (error.status !== 401 && error.code !== 'auth.csrf') throw error
      return false
    }
  }
  return accessToken !== undefined
}

/** The question to a player whose session has ended while a page is open. */
export const { asked: askingToSignIn, begin: mayNeedSignIn } = question<{ player: User }>()

/** The question to a player who is about to do something risky (docs/contract.md#fresh-proof). */
export const { asked: askingToProve, begin: mayNeedProof } = question<{ refusal: Refusal }>()

/** Takes over who is signed in now. The page of one player is never shown to another one. */
function signInOver(now: User, token: string): void {
  const before = user.value
  if (before && before.uuid !== now.uuid) {
    leaveWithoutAsking()
    location.reload()
    return
  }
  accessToken = token
  user.value = now
  askingToSignIn.value?.answer(true)
}

/** Finds out, when a page starts, whether this browser is signed in. */
export async function restoreSession(): Promise<void> {
  if (!document.cookie.includes('portal_csrf=')) {
    user.value = null
    return
  }
  if (!(await renew(undefined))) {
    user.value = null
    return
  }
  askFirst(accessToken)
  await reloadUser()
}

/** Starts using a new sign-in, in all tabs. */
export function signedIn(reply: LoginReply): void {
  askFirst(reply.accessToken)
  tell({ kind: 'signed-in', token: reply.accessToken })
  signInOver(reply.user, reply.accessToken)
}

export async function reloadUser(): Promise<void> {
  user.value = (await call('me')).user
}

export async function signOut(): Promise<void> {
  await call('logout').catch(() => undefined) // the pages sign out in any case
  signedOut()
}

/** Forgets the session in all tabs, after the site has closed it. */
export function signedOut(): void {
  forget()
  tell({ kind: 'signed-out' })
}

function forget(): void {
  askNoMore()
  accessToken = undefined
  user.value = null
  for (const one of [askingToSignIn, askingToProve, askingToAgree]) one.value?.answer(false)
}

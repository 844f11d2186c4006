import type { LoginReply, User } from '@portal/contract'
import { computed, shallowRef } from 'vue'
import { type Ask, Refusal, type Reply, type RowName, send } from './api.ts'

/** Who is signed in; undefined until that was found out, null: nobody. */
export const user = shallowRef<User | null | undefined>(undefined)

export const mayOpenPanel = computed(() => may('panel.access'))

/** Whether the signed-in player is allowed a thing; the server asks itself again. */
export function may(permission: string): boolean {
  return user.value?.permissions.includes(permission) ?? false
}

/** Only in memory: no script of a later page can find it (contract, Cookies). */
let accessToken: string | undefined

/** What tabs tell each other; a token stays in their memory. */
type News = { kind: 'renewed' | 'signed-in'; token: string } | { kind: 'signed-out' }

const tabs = new BroadcastChannel('portal-session')
tabs.addEventListener('message', ({ data }: MessageEvent<News>) => {
  if (data.kind === 'signed-out') return forget()
  accessToken = data.token
  if (data.kind === 'signed-in') void reloadUser().catch(() => undefined) // the next act tells
})

function tell(news: News): void {
  tabs.postMessage(news)
}

/**
 * Asks the site as the signed-in player; an access token that is over is renewed once. When it turns
 * out that nobody is signed in any more, or that he has to do something first, `user` says so: the
 * router then leads on.
 *
 * @throws Refusal, Unreachable
 */
export async function call<Name extends RowName>(
  name: Name,
  ...[ask]: Record<never, never> extends Ask<Name> ? [ask?: Ask<Name>] : [ask: Ask<Name>]
): Promise<Reply<Name>> {
  const given = ask ?? ({} as Ask<Name>) // a row that takes nothing may be asked with nothing
  const used = accessToken
  try {
    return await send(name, given, used)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (GATES.includes(error.code) && name !== 'me') await reloadUser()
    if (error.code !== 'auth.unauthorized' || !used) throw error
    if (!(await renew(used))) throw error
    return send(name, given, accessToken)
  }
}

/** What a player has to do before anything else (answers, Gate). */
const GATES: readonly string[] = ['auth.usernotactivated', 'auth.passwordchangerequired']

/**
 * Gets a new access token by the refresh cookie. Tabs share it: one asks while the others wait for
 * the lock, and find the new token there (contract, States: concurrent clients refresh once). The
 * lock exists only where pages come by https or from this machine; elsewhere tabs may race, and
 * those that lose try again with the cookie of the winner.
 *
 * @returns whether somebody is signed in.
 */
async function renew(outdated: string | undefined): Promise<boolean> {
  const renewNow = () => renewOnce(outdated)
  return 'locks' in navigator ? navigator.locks.request('portal-refresh', renewNow) : renewNow()
}

/** A race is lost at most once to each other tab. */
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
      forget()
      return false
    }
  }
  return accessToken !== undefined
}

/** Finds out whether this browser is signed in: at the start of a page. */
export async function restoreSession(): Promise<void> {
  if (!document.cookie.includes('portal_csrf=')) {
    user.value = null
    return
  }
  if (await renew(undefined)) await reloadUser()
  else user.value = null
}

/** Takes over a fresh sign-in, in all tabs. */
export function signedIn(reply: LoginReply): void {
  accessToken = reply.accessToken
  user.value = reply.user
  tell({ kind: 'signed-in', token: reply.accessToken })
}

export async function reloadUser(): Promise<void> {
  user.value = (await call('me')).user
}

export async function signOut(): Promise<void> {
  await call('logout').catch(() => undefined) // signed out here in any case
  signedOut()
}

/** Ends it in all tabs, after the site has ended the session. */
export function signedOut(): void {
  forget()
  tell({ kind: 'signed-out' })
}

function forget(): void {
  accessToken = undefined
  user.value = null
}

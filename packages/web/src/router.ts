import { shallowRef, watch } from 'vue'
import { createRouter, createWebHistory, type RouteLocationNormalized } from 'vue-router'
import { routes } from './routes.ts'
import { isPanelLocked, restoreSession, user } from './session.ts'
import { whenPageShown } from './ui/scroll-restoration.ts'
import { confirmLeave } from './ui/unsaved.ts'

export const router = createRouter({
  history: createWebHistory(),
  routes,
  scrollBehavior: async (to, from, kept) => {
    if (to.path === from.path) return false // only the query of a list has changed
    if (!kept) return { top: 0 }
    await whenPageShown()
    return router.currentRoute.value.path === to.path ? kept : false
  },
})

/** Why a page could not open: its script failed to load, or the session could not be checked. */
export const failed = shallowRef<{ error: unknown; to: RouteLocationNormalized }>()

router.onError((error, to) => {
  failed.value = { error, to }
})

router.beforeEach(async (to, from) => {
  if (user.value === undefined) await restoreSession()
  const isOtherPage = (to.name ?? to.path) !== (from.name ?? from.path)
  const isAsked = isOtherPage && !to.redirectedFrom // the navigation before the redirect has already asked
  if (isAsked && user.value && !(await confirmLeave())) return false
  return placeFor(to) ?? true
})

/** Redirects in every tab when a player signs in or out, or must do something first. */
watch([user, isPanelLocked], () => {
  const place = placeFor(router.currentRoute.value)
  if (place) void router.replace(place)
})

const CHANGE_PASSWORD = '/account/security'
/** The page on which staff set up the second factor that the panel requires. */
const PROTECT = '/account/protect'

/** Returns the page to open instead; undefined if the visitor may see this one. */
function placeFor(to: RouteLocationNormalized) {
  const { for: who } = to.meta
  if (who === 'guest') return user.value ? pageAfterSignIn(to.query.to) : undefined
  if (!who) return undefined
  if (!user.value) return { path: '/login', query: { to: to.fullPath } }
  if (who === 'unconfirmed') return user.value.activated ? '/account' : undefined
  if (!user.value.activated) return '/confirm'
  if (user.value.passwordChangeRequired) {
    return to.path === CHANGE_PASSWORD ? undefined : CHANGE_PASSWORD
  }
  return isPanelLocked.value && to.path.startsWith('/panel') ? PROTECT : undefined
}

/** Returns the page to open after sign-in, always one of this site. */
function pageAfterSignIn(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/account'
  const { origin, href } = new URL(wanted, location.origin)
  return origin === location.origin ? href.slice(origin.length) : '/account'
}

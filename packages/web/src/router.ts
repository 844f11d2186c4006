import { shallowRef, watch } from 'vue'
import { createRouter, createWebHistory, type RouteLocationNormalized } from 'vue-router'
import { routes } from './routes.ts'
import { may, panelIsLocked, restoreSession, user } from './session.ts'
import { pageIsShown } from './ui/place.ts'
import { mayLeave } from './ui/unsaved.ts'

export const router = createRouter({
  history: createWebHistory(),
  routes,
  scrollBehavior: async (to, from, kept) => {
    if (to.path === from.path) return false // only what a list is asked for has changed
    if (!kept) return { top: 0 }
    await pageIsShown()
    return router.currentRoute.value.path === to.path ? kept : false
  },
})

/** Why a page could not be opened: its script or the answer about the session failed to load. */
export const failed = shallowRef<{ error: unknown; to: RouteLocationNormalized }>()

router.onError((error, to) => {
  failed.value = { error, to }
})

router.beforeEach(async (to, from) => {
  if (user.value === undefined) await restoreSession()
  const isAsked = to.path !== from.path && !to.redirectedFrom // the first address has asked already
  if (isAsked && user.value && !(await mayLeave())) return false
  return placeFor(to) ?? true
})

/** Redirects, in every tab, when a player signs in or out or has to do something first. */
watch([user, panelIsLocked], () => {
  const place = placeFor(router.currentRoute.value)
  if (place) void router.replace(place)
})

const CHANGE_PASSWORD = '/account/security'
/** Where who has rights in the panel turns on the second factor that it needs. */
const PROTECT = '/account/protect'

/** The page to go to instead; undefined if the visitor may see this one. */
function placeFor(to: RouteLocationNormalized) {
  const { for: who, permission } = to.meta
  if (who === 'guest') return user.value ? pageAfterSignIn(to.query.to) : undefined
  if (!who) return undefined
  if (!user.value) return { path: '/login', query: { to: to.fullPath } }
  if (who === 'unconfirmed') return user.value.activated ? '/account' : undefined
  if (!user.value.activated) return '/confirm'
  if (user.value.passwordChangeRequired) {
    return to.path === CHANGE_PASSWORD ? undefined : CHANGE_PASSWORD
  }
  if (permission && !may(permission)) return '/account'
  return panelIsLocked.value && to.path.startsWith('/panel') ? PROTECT : undefined
}

/** The page to open after signing in: always one of this site. */
function pageAfterSignIn(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/account'
  const { origin, pathname, search } = new URL(wanted, location.origin)
  return origin === location.origin ? pathname + search : '/account'
}

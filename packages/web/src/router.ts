import { watch } from 'vue'
import { createRouter, createWebHistory, type RouteLocationNormalized } from 'vue-router'
import { routes } from './routes.ts'
import { may, restoreSession, user } from './session.ts'

export const router = createRouter({
  history: createWebHistory(),
  routes,
  scrollBehavior: (_to, _from, kept) => kept ?? { top: 0 },
})

router.beforeEach(async (to) => {
  if (user.value === undefined) await restoreSession()
  return placeFor(to) ?? true
})

/** Whoever signs in, is signed out, or has to do something first is led on, in every tab. */
watch(user, () => {
  const place = placeFor(router.currentRoute.value)
  if (place) void router.replace(place)
})

const CHANGE_PASSWORD = '/account/security'

/** Where somebody has to go instead of a page; undefined: it is for him. */
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
  return permission && !may(permission) ? '/account' : undefined
}

/** Where a player goes once he is signed in: only ever a page of this site. */
function pageAfterSignIn(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/account'
  const { origin, pathname, search } = new URL(wanted, location.origin)
  return origin === location.origin ? pathname + search : '/account'
}

import type { PublicPath } from '@portal/contract'
import type { RouteRecordRaw } from 'vue-router'
import { adminPages, titleOf } from './pages/admin/admin-pages.ts'
import { user } from './session.ts'
import { site } from './site.ts'

declare module 'vue-router' {
  interface RouteMeta {
    /**
     * The audience of a page. `guest`: visitors who are not signed in; `player`: signed-in players with a
     * confirmed e-mail; `unconfirmed`: signed-in players with an unconfirmed one.
     */
    for?: 'guest' | 'player' | 'unconfirmed'
    /** The permission that a player needs. `SiteFrame` shows other players that they have no access. */
    permission?: string
    title?: string
  }
}

const UNKNOWN_PATH = '/:rest(.*)*'

/** A route whose path the contract lists: the server serves only listed paths. */
type PageRoute = RouteRecordRaw & { path: PublicPath | typeof UNKNOWN_PATH }

const authPages: PageRoute[] = [
  {
    path: '/login',
    component: () => import('./pages/sign-in/LoginPage.vue'),
    meta: { for: 'guest', title: 'signIn.title' },
  },
  {
    path: '/register',
    component: () => import('./pages/sign-in/RegisterPage.vue'),
    meta: { for: 'guest', title: 'register.title' },
  },
  {
    path: '/confirm',
    component: () => import('./pages/sign-in/ConfirmPage.vue'),
    meta: { for: 'unconfirmed', title: 'confirm.title' },
  },
  {
    path: '/forgot',
    component: () => import('./pages/sign-in/ForgotPage.vue'),
    meta: { title: 'forgot.title' },
  },
  {
    path: '/reset',
    component: () => import('./pages/sign-in/ResetPage.vue'),
    meta: { title: 'reset.title' },
  },
  {
    path: '/export',
    component: () => import('./pages/sign-in/ExportPage.vue'),
    meta: { title: 'ownData.title' },
  },
  {
    path: '/linked/:provider',
    component: () => import('./pages/sign-in/LinkedPage.vue'),
    meta: { title: 'linkedPage.title' },
  },
  {
    path: '/authorize/:id',
    component: () => import('./pages/sign-in/AuthorizePage.vue'),
    meta: { for: 'player', title: 'common.signIn' },
  },
  {
    path: '/device',
    component: () => import('./pages/sign-in/DevicePage.vue'),
    meta: { for: 'player', title: 'common.signIn' },
  },
  {
    path: '/setup',
    component: () => import('./pages/setup/SetupPage.vue'),
    meta: { title: 'setup.title' },
  },
  {
    path: UNKNOWN_PATH,
    component: () => import('./pages/NotFoundPage.vue'),
    meta: { title: 'common.notFound' },
  },
]

const accountPages: PageRoute[] = [
  {
    path: '/account',
    component: () => import('./pages/account/OverviewPage.vue'),
    meta: { title: 'common.account' },
  },
  {
    path: '/account/skin',
    component: () => import('./pages/account/SkinPage.vue'),
    meta: { title: 'account.skin' },
  },
  {
    path: '/account/security',
    component: () => import('./pages/account/SecurityPage.vue'),
    meta: { title: 'account.security' },
  },
  {
    path: '/account/protect',
    component: () => import('./pages/account/ProtectPage.vue'),
    meta: { title: 'security.protectTitle' },
  },
  {
    path: '/account/profile',
    component: () => import('./pages/account/ProfilePage.vue'),
    meta: { title: 'account.profile' },
  },
  {
    path: '/account/apps',
    component: () => import('./pages/account/AppsPage.vue'),
    meta: { title: 'account.apps' },
  },
  {
    path: '/account/referrals',
    component: () => import('./pages/account/ReferralsPage.vue'),
    meta: { title: 'account.referrals' },
  },
]

const newsPages: PageRoute[] = [
  {
    path: '/news',
    component: () => import('./pages/content/NewsListPage.vue'),
    meta: { title: 'news.title' },
  },
  {
    path: '/news/:id',
    component: () => import('./pages/content/NewsItemPage.vue'),
    meta: { title: 'news.title' },
  },
]

const publicPages: PageRoute[] = [
  { path: '/pages/:slug', component: () => import('./pages/content/WrittenPage.vue') },
  {
    path: '/help/passkeys',
    component: () => import('./pages/account/PasskeyHelpPage.vue'),
  },
  { path: '/u/:username', component: () => import('./pages/profiles/PublicProfilePage.vue') },
]

/** Returns the page that the site operator chose instead of the home page; true if it is the home page. */
function firstPage(): string | true {
  if (site.value?.homePage === 'news') return '/news'
  if (site.value?.homePage === 'login') return user.value ? '/account' : '/login'
  return true
}

export const routes: RouteRecordRaw[] = [
  {
    path: '/',
    component: () => import('./pages/home/HomePage.vue'),
    beforeEnter: () => firstPage(),
  },
  {
    path: '/',
    component: () => import('./pages/sign-in/AuthLayout.vue'),
    children: authPages,
  },
  {
    path: '/news',
    component: () => import('./ui/PublicLayout.vue'),
    children: [...newsPages, ...publicPages],
  },
  {
    path: '/account',
    component: () => import('./pages/account/AccountLayout.vue'),
    meta: { for: 'player' },
    children: accountPages,
  },
  {
    path: '/panel',
    component: () => import('./pages/admin/AdminLayout.vue'),
    meta: { for: 'player', permission: 'panel.access' },
    children: adminPages.map((page) => ({
      path: page.path + (page.parts ?? ''),
      name: page.parts && page.path,
      component: async () =>
        (await import('./pages/admin/load-admin-page.ts')).loadAdminPage[page.path](),
      meta: { permission: page.permission, title: titleOf(page) },
    })),
  },
]

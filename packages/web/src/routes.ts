import type { RouteRecordRaw } from 'vue-router'
import { panelPages } from './pages/admin/admin-pages.ts'
import { user } from './session.ts'
import { site } from './site.ts'

declare module 'vue-router' {
  interface RouteMeta {
    /**
     * Who may see a page. `guest`: visitors who are not signed in; `player`: signed-in players with a
     * confirmed address; `unconfirmed`: signed-in players without one.
     */
    for?: 'guest' | 'player' | 'unconfirmed'
    /** The permission that a player needs; for others the page does not exist. */
    permission?: string
    /** The i18n key for the title of the browser's tab. */
    title?: string
  }
}

/** The pages that are a single card: for guests, and for unknown addresses. */
const authPages: RouteRecordRaw[] = [
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
    path: '/setup',
    component: () => import('./pages/setup/SetupPage.vue'),
    meta: { title: 'setup.title' },
  },
  {
    path: '/:rest(.*)*',
    component: () => import('./pages/NotFoundPage.vue'),
    meta: { title: 'common.notFound' },
  },
]

const accountPages: RouteRecordRaw[] = [
  {
    path: '/account',
    component: () => import('./pages/account/OverviewPage.vue'),
    meta: { title: 'account.overview' },
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
    path: '/account/referrals',
    component: () => import('./pages/account/ReferralsPage.vue'),
    meta: { title: 'account.referrals' },
  },
]

const newsPages: RouteRecordRaw[] = [
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

/** The owner's pages, and profiles of players. */
const publicPages: RouteRecordRaw[] = [
  { path: '/pages/:slug', component: () => import('./pages/content/WrittenPage.vue') },
  {
    path: '/help/passkeys',
    component: () => import('./pages/account/PasskeyHelpPage.vue'),
  },
  { path: '/u/:username', component: () => import('./pages/profiles/PublicProfilePage.vue') },
]

/** What the owner has chosen instead of the home page. */
function firstPage(): string | true {
  if (site.value?.homePage === 'news') return '/news'
  if (site.value?.homePage === 'login') return user.value ? '/account' : '/login'
  return true
}

export const routes: RouteRecordRaw[] = [
  {
    path: '/',
    component: () => import('./pages/home/HomePage.vue'),
    meta: { title: 'home.title' },
    beforeEnter: () => firstPage(),
  },
  {
    path: '/',
    component: () => import('./pages/sign-in/AuthLayout.vue'),
    children: authPages,
  },
  {
    path: '/news',
    component: () => import('./ui/PaperLayout.vue'),
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
    children: panelPages.map(({ path, permission, title }) => ({
      path,
      component: async () =>
        (await import('./pages/admin/load-admin-page.ts')).loadPanelPage[path](),
      meta: { permission, title },
    })),
  },
]

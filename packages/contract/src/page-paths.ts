/** The addresses of the pages outside the panel. The router of the web package has a route for each. */
export const publicPaths = [
  '/',
  '/login',
  '/register',
  '/confirm',
  '/forgot',
  '/reset',
  '/export',
  '/setup',
  '/linked/:provider',
  '/authorize/:id',
  '/device',
  '/news',
  '/news/:id',
  '/pages/:slug',
  '/u/:username',
  '/help/passkeys',
  '/account',
  '/account/skin',
  '/account/security',
  '/account/protect',
  '/account/profile',
  '/account/apps',
  '/account/referrals',
] as const

/** The pages of the panel. Each has a row in `admin-pages.ts` and a component in `load-admin-page.ts`. */
export const panelPaths = [
  '/panel',
  '/panel/players',
  '/panel/players/:uuid',
  '/panel/roles',
  '/panel/roles/:id',
  '/panel/groups',
  '/panel/groups/:id',
  '/panel/purchases',
  '/panel/news',
  '/panel/news/:id',
  '/panel/pages',
  '/panel/pages/:id',
  '/panel/launcher',
  '/panel/keys',
  '/panel/providers',
  '/panel/applications',
  '/panel/webhooks',
  '/panel/discord',
  '/panel/mail',
  '/panel/settings',
  '/panel/import',
  '/panel/audit',
  '/panel/backups',
  '/panel/system',
] as const

export type PublicPath = (typeof publicPaths)[number]
export type PanelPath = (typeof panelPaths)[number]

/** The paths for which the server sends the document of the pages; any other path is 404. */
export const pagePaths: readonly string[] = [
  ...publicPaths,
  ...panelPaths,
  '/panel/settings/:page', // a part of /panel/settings
]

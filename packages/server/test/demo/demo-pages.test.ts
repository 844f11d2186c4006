import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { demoPages, pathOf } from '../../../../lab/demo/demo-pages.ts'

const SRC = join(import.meta.dirname, '../../../web/src')
const SOURCES = ['routes.ts', 'pages/admin/admin-pages.ts']
const THINGS = {
  player: 'player',
  banned: 'banned',
  news: 'news',
  page: 'page',
  clientId: 'client',
  setupUrl: '/setup',
  resetPath: '/reset',
  userCode: 'BCDFGHJK',
}
/** The address of an application's request, which redirects to this page. */
const REDIRECTS: Readonly<Record<string, string>> = { '/oidc/auth': '/authorize/request' }

test('npm run pictures -- --all draws every route of the site', () => {
  const routes = SOURCES.flatMap((file) => {
    const text = readFileSync(join(SRC, file), 'utf8')
    return Array.from(text.matchAll(/ path: '([^']+)'/g), ([, path = '']) => path)
  })
  const drawn = demoPages.map((page) => {
    const { pathname } = new URL(pathOf(page, THINGS), 'http://localhost')
    return REDIRECTS[pathname] ?? pathname
  })

  const missing = [...new Set(routes)].filter(
    (route) => !drawn.some((path) => routeOf(path, routes) === route),
  )

  assert.ok(routes.length > 45)
  assert.deepEqual(missing, [])
  assert.equal(new Set(demoPages.map(({ name }) => name)).size, demoPages.length)
})

/** Returns the route that opens at an address: the one with the fewest parameters. */
function routeOf(path: string, routes: readonly string[]): string | undefined {
  return routes
    .filter((route) => patternOf(route).test(path))
    .toSorted((one, other) => parametersIn(one) - parametersIn(other))[0]
}

function patternOf(route: string): RegExp {
  const source = route
    .replace('/:rest(.*)*', '/.*')
    .replace(/\/:\w+\?/g, '(?:/[^/]+)?')
    .replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}$`)
}

function parametersIn(route: string): number {
  return route.includes('(.*)') ? 9 : route.split(':').length
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pagePaths } from '@portal/contract'
import { demoPages, pathOf } from '../../../../lab/demo/demo-pages.ts'

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
/** Addresses outside the pages that redirect to a page, such as the sign-in request of an application. */
const REDIRECTS: Readonly<Record<string, string>> = { '/oidc/auth': '/authorize/request' }

test('npm run pictures -- --all draws every route of the site', () => {
  const drawn = demoPages.map((page) => {
    const { pathname } = new URL(pathOf(page, THINGS), 'http://localhost')
    return REDIRECTS[pathname] ?? pathname
  })

  const missing = pagePaths.filter((route) => !drawn.some((path) => routeOf(path) === route))

  assert.deepEqual(missing, [])
  assert.equal(new Set(demoPages.map(({ name }) => name)).size, demoPages.length)
})

/** Returns the route that opens at an address: the one with the fewest parameters. */
function routeOf(path: string): string | undefined {
  return pagePaths
    .filter((route) => patternOf(route).test(path))
    .toSorted((one, other) => parametersIn(one) - parametersIn(other))[0]
}

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`)
}

function parametersIn(route: string): number {
  return route.split(':').length
}

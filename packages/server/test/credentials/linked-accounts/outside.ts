import type { RequestListener } from 'node:http'
import { type Site, type SiteOptions, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openStubServer } from '../../support/stub-server.ts'

/** Local servers that replace external servers, by the origin of the external server. */
export type Outside = ReturnType<typeof newOutside>

type Alter = (url: URL, answer: Response) => Response | Promise<Response>

/** Makes a network in which every host is unreachable until a test opens it. */
export function newOutside() {
  const places = new Map<string, string>()
  const asked: string[] = []
  let alter: Alter | undefined
  return {
    /** The requested URLs, oldest first. */
    asked,

    reach: (async (input, init) => {
      const url = new URL(String(input))
      const place = places.get(url.origin)
      asked.push(`${init?.method ?? 'GET'} ${url.origin}${url.pathname}`)
      if (place === undefined) throw new Error(`no server at ${url.origin}`)
      const headers = new Headers(init?.headers)
      headers.set('x-forwarded-proto', 'https')
      headers.set('x-forwarded-host', url.host)
      const answer = await fetch(`${place}${url.pathname}${url.search}`, { ...init, headers })
      return alter ? alter(url, answer) : answer
    }) satisfies typeof fetch,

    /** Sets a function that may change every response; undefined removes it. */
    intercept(change: Alter | undefined) {
      alter = change
    },

    /** Replaces some origins by a local server until it is disposed of. */
    async open(origins: readonly string[], answer: RequestListener) {
      const server = await openStubServer(answer)
      for (const origin of origins) places.set(origin, server.url)
      return {
        url: server.url,
        requests: server.requests,
        received: server.received,
        leave() {
          for (const origin of origins) places.delete(origin)
        },
        async [Symbol.asyncDispose]() {
          for (const origin of origins) places.delete(origin)
          await server[Symbol.asyncDispose]()
        },
      }
    },
  }
}

/** Runs a test on both databases, with its own replaced network. */
export function outsideTest(name: string, run: OutsideRun, options: SiteOptions = {}): void {
  testOutside(siteTest, name, run, options)
}

/** Runs a test on SQLite alone, with its own replaced network. */
export function sqliteOutsideTest(name: string, run: OutsideRun, options: SiteOptions = {}): void {
  testOutside(sqliteTest, name, run, options)
}

type OutsideRun = (site: Site, outside: Outside) => Promise<void>

function testOutside(
  runTest: typeof siteTest,
  name: string,
  run: OutsideRun,
  options: SiteOptions,
): void {
  const outside = newOutside()
  runTest(
    name,
    async (site) => {
      outside.asked.length = 0
      outside.intercept(undefined)
      await run(site, outside)
    },
    { ...options, fetch: outside.reach },
  )
}

import type { RequestListener } from 'node:http'
import { type Site, type SiteOptions, siteTest } from '../../support/site.ts'
import { openOutsideServer } from '../../support/stub-server.ts'

/** The local servers that stand for somebody else's, by the origin of the latter. */
export type Outside = ReturnType<typeof newOutside>

type Alter = (url: URL, answer: Response) => Response | Promise<Response>

/** Makes an outside world in which every host is away until a test opens it. */
export function newOutside() {
  const places = new Map<string, string>()
  const asked: string[] = []
  let alter: Alter | undefined
  return {
    /** The addresses that were asked, oldest first. */
    asked,

    reach: (async (input, init) => {
      const url = new URL(String(input))
      const place = places.get(url.origin)
      asked.push(`${init?.method ?? 'GET'} ${url.origin}${url.pathname}`)
      if (place === undefined) throw new Error(`nobody is at ${url.origin}`)
      const headers = new Headers(init?.headers)
      headers.set('x-forwarded-proto', 'https')
      headers.set('x-forwarded-host', url.host)
      const answer = await fetch(`${place}${url.pathname}${url.search}`, { ...init, headers })
      return alter ? alter(url, answer) : answer
    }) satisfies typeof fetch,

    /** Puts somebody between the site and the others, who may change answers. */
    meddle(change: Alter | undefined) {
      alter = change
    },

    /** Opens a server in the place of some origins, until it is disposed of. */
    async open(origins: readonly string[], answer: RequestListener) {
      const server = await openOutsideServer(answer)
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

/** Runs a test on both databases, with an outside world of its own. */
export function outsideTest(
  name: string,
  story: (site: Site, outside: Outside) => Promise<void>,
  options: SiteOptions = {},
): void {
  const outside = newOutside()
  siteTest(
    name,
    async (site) => {
      outside.asked.length = 0
      outside.meddle(undefined)
      await story(site, outside)
    },
    { ...options, reach: outside.reach },
  )
}

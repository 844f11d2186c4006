import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { NewsHeadline } from './news.ts'

const Link = Type.String({ description: 'empty when there is none' })
const InEachLanguage = (description: string) =>
  Type.Object({ en: Type.String({ description }), ru: Type.String() })

export type ShownServer = Static<typeof ShownServer>
export const ShownServer = Type.Object({
  name: Type.String(),
  online: Type.Union([Type.Boolean(), Type.Null()], { description: 'null: not known yet' }),
  players: Type.Union([Type.Integer(), Type.Null()]),
  most: Type.Union([Type.Integer(), Type.Null()], { description: 'the maximum number of players' }),
  motd: Type.String({
    description: 'the line that the server shows in the list of servers, as plain text',
  }),
  version: Type.String({
    description: 'the version of the game as the server names it; empty if unknown',
  }),
  icon: Type.String({ description: 'a path on this site; empty when there is none' }),
  address: Type.String({ description: 'host and port; empty unless `serverAddresses` is on' }),
})

export type Home = Static<typeof Home>
export const Home = Type.Object({
  about: InEachLanguage('empty for the words of the pages'),
  steps: InEachLanguage('one a line; empty for the words of the pages'),
  picture: Link,
  launcher: Type.Object({ windows: Link, macos: Link, linux: Link }),
  links: Type.Object({ discord: Link, vk: Link, telegram: Link }),
  servers: Type.Array(ShownServer),
  news: Type.Array(NewsHeadline, { description: 'the newest three' }),
})

export const showHome = endpoint({
  name: 'showHome',
  summary:
    'The content of the home page: the project, its launcher, its servers and the newest news',
  method: 'GET',
  path: '/public/home',
  caller: 'anyone',
  status: 200,
  reply: Home,
  conditional: true,
  revalidated: true,
  errors: [],
})

export const serverIcon = endpoint({
  name: 'serverIcon',
  summary: 'The icon of a game server by its hash; a hash always means the same icon',
  method: 'GET',
  path: '/public/server-icons/:hash',
  caller: 'anyone',
  params: Type.Object({ hash: Type.String({ description: '64 lower-case hex digits' }) }),
  status: 200,
  reply: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }),
  produces: 'image/png',
  errors: ['picture.notfound'],
})

const Document = Type.Unsafe<Uint8Array>({ type: 'string' })

export const robots = endpoint({
  name: 'robots',
  summary: 'The rules for search engines (robots.txt, RFC 9309)',
  method: 'GET',
  path: '/robots.txt',
  caller: 'anyone',
  status: 200,
  reply: Document,
  produces: 'text/plain',
  conditional: true,
  revalidated: true,
  errors: [],
})

export const siteMap = endpoint({
  name: 'siteMap',
  summary: 'The sitemap of pages that search engines may show (sitemaps.org)',
  method: 'GET',
  path: '/sitemap.xml',
  caller: 'anyone',
  status: 200,
  reply: Document,
  produces: 'application/xml',
  conditional: true,
  revalidated: true,
  errors: [],
})

export const webManifest = endpoint({
  name: 'webManifest',
  summary: 'The manifest of the site as an installed app (W3C Web Application Manifest)',
  method: 'GET',
  path: '/site.webmanifest',
  caller: 'anyone',
  status: 200,
  reply: Document,
  produces: 'application/manifest+json',
  conditional: true,
  revalidated: true,
  errors: [],
})

export const newsRss = endpoint({
  name: 'newsRss',
  summary: 'The newest published news as RSS 2.0',
  method: 'GET',
  path: '/news/feed.xml',
  caller: 'anyone',
  status: 200,
  reply: Document,
  produces: 'application/rss+xml',
  conditional: true,
  revalidated: true,
  errors: [],
})

export const newsJsonFeed = endpoint({
  name: 'newsJsonFeed',
  summary: 'The newest published news as JSON Feed 1.1',
  method: 'GET',
  path: '/news/feed.json',
  caller: 'anyone',
  status: 200,
  reply: Document,
  produces: 'application/feed+json',
  conditional: true,
  revalidated: true,
  errors: [],
})

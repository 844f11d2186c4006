import { linkHash } from '../../packages/server/src/credentials/password/request-reset.ts'
import { insertResetLink } from '../../packages/server/src/credentials/password/reset-store.ts'
import {
  LAUNCHERS,
  SELECT_PROFILE,
} from '../../packages/server/src/integrations/yggdrasil/connect.ts'
import { upsertConnection } from '../../packages/server/src/openid/connections/connection-store.ts'
import { setupUrl as findSetupUrl } from '../../packages/server/src/operations/setup/set-up-site.ts'
import { DAY } from '../../packages/server/src/platform/clock.ts'
import type { Config } from '../../packages/server/src/settings/config.ts'
import {
  type DiscordServer,
  openDiscord,
  SERVER,
  TOKEN,
  VIP,
} from '../../packages/server/test/integrations/discord/discord-server.ts'
import { startDevice } from '../../packages/server/test/openid/device-client.ts'
import { bearer, openBrowser } from '../../packages/server/test/support/browser.ts'
import { accounts } from './accounts.ts'
import type { DemoThings } from './demo-pages.ts'
import { linkDiscord } from './link-discord.ts'
import type { openDemo } from './open-demo.ts'

type Demo = Awaited<ReturnType<typeof openDemo>>

export const viewers = { player: accounts.player, owner: accounts.owner } as const
/** A player whose e-mail is not confirmed. */
export const NEWCOMER = { username: 'Hazel_Moon', password: 'first lantern of june' }

/**
 * Adds parts that a demo for owners must not have, for pictures only: sign-in services without real keys, and a bot at
 * a stand-in of Discord.
 *
 * @returns the configuration of the demo, and a function that fills it after it is open.
 */
export async function furnishDemo(open: AsyncDisposableStack) {
  const discord = await openDiscord()
  open.defer(() => discord[Symbol.asyncDispose]())
  const changes: Partial<Config> = { discordApiUrl: discord.url, trustProxy: ['127.0.0.1'] }
  return { changes, furnish: (demo: Demo, empty: Demo) => furnish(demo, empty, discord) }
}

async function furnish(demo: Demo, empty: Demo, discord: DiscordServer): Promise<DemoThings> {
  const browser = openBrowser(demo.server)
  const { username, password } = accounts.owner
  const { body, status, text } = await browser.logIn(username, password)
  if (status !== 200) throw new Error(`sign-in of the owner: ${status} ${text}`)
  const headers = bearer(String(body.accessToken))
  const send = async (method: 'GET' | 'PUT' | 'PATCH', path: string, sent?: object) => {
    const reply = await browser.send(method, path, sent, headers)
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
    return reply.body
  }
  for (const slug of ['discord', 'vk', 'google']) {
    await send('PATCH', `/admin/identity-providers/${slug}`, { enabled: true })
  }
  const discordRole = { discordRole: VIP.id }
  await send('PUT', '/admin/discord', {
    enabled: true,
    server: SERVER,
    token: TOKEN,
    mappings: [{ kind: 'group', id: 'legend', ...discordRole }],
  })
  await send('PATCH', '/admin/settings', { emailConfirmation: true })
  const email = `${NEWCOMER.username.toLowerCase()}@example.org`
  await openBrowser(demo.server).post('/auth/register', { ...NEWCOMER, email })
  await send('PATCH', '/admin/settings', { emailConfirmation: false })

  const find = async (name: string) =>
    String((await send('GET', `/admin/players?query=${name}`)).items[0].uuid)
  const linked = [accounts.player.username, 'SunEmpress', 'Lilka']
  await linkDiscord(
    demo.app,
    discord,
    new Map(await Promise.all(linked.map(async (name) => [name, await find(name)] as const))),
  )
  const news = (await send('GET', '/public/news')).items[0]
  const pages = (await send('GET', '/admin/pages')).items
  const clients: { clientId: string; device: boolean }[] = (await send('GET', '/admin/clients'))
    .items
  const idOf = (device: boolean) =>
    clients.find((client) => client.device === device)?.clientId ?? ''
  await send('GET', '/public/home') // makes the site query the game servers, whose status the pictures show
  const started = await startDevice(
    { browser: () => openBrowser(demo.server) },
    { clientId: idOf(true), clientSecret: '' },
  )
  const token = 'link-of-the-picture'
  const now = demo.app.clock.now()
  const player = await find(accounts.player.username)
  const link = { hash: linkHash(token), playerId: player, createdAt: now, expiresAt: now + DAY }
  await insertResetLink(demo.app.db, link)
  for (const clientId of [...clients.map((client) => client.clientId), LAUNCHERS]) {
    const scopes = clientId === LAUNCHERS ? `openid profile ${SELECT_PROFILE}` : 'openid profile'
    const use = { firstUsedAt: now - 40 * DAY, lastUsedAt: now - DAY }
    await upsertConnection(demo.app.db, { playerId: player, clientId, scopes, ...use })
  }
  return {
    player,
    banned: await find('xX_Blaze_Xx'),
    news: news.id,
    page: pages.find(({ slug }: { slug: string }) => slug === 'rules').id,
    clientId: idOf(false),
    setupUrl: (await findSetupUrl(empty.app)) ?? '',
    resetPath: `/reset?hash=${token}`,
    userCode: started.body.user_code,
  }
}

import assert from 'node:assert/strict'
import { readBot } from '../../server/src/integrations/discord/discord-store.ts'
import {
  BOT,
  MEMBER,
  OWNER,
  openDiscord,
  SERVER,
  TOKEN,
  VIP,
} from '../../server/test/integrations/discord/discord-server.ts'
import { addRank } from '../../server/test/integrations/discord/discord-site.ts'
import { openForAll } from '../../server/test/open-for-all.ts'
import { pageTest } from './page-test.ts'
import type { BrowserSite } from './site-in-browser.ts'

const discord = await openDiscord()
openForAll.defer(() => discord[Symbol.asyncDispose]())
const AT_DISCORD = { env: { DISCORD_API_URL: discord.url } }

async function openPage(given: BrowserSite) {
  await addRank(given.site, 'vip')
  const { page } = await given.owner()
  await page.goto('/panel/discord')
  await page.getByText('No roles yet.').waitFor()
  return page
}

async function turnOn(page: Awaited<ReturnType<typeof openPage>>, token = TOKEN) {
  await page.getByLabel('Server ID').fill(SERVER)
  await page.getByLabel('Bot token').fill(token)
  await page.getByLabel('Give roles on Discord').check()
  await page.getByRole('button', { name: 'Save' }).click()
}

pageTest(
  'an owner can map a role to a Discord role and remove the mapping',
  async (given) => {
    const page = await openPage(given)

    await turnOn(page)
    await page.getByText('Last reconciliation of all accounts').waitFor()
    const token = await page.getByLabel('Bot token').inputValue()
    await page.getByLabel('Role or donor rank of the site').selectOption({ label: 'VIP' })
    await page.getByLabel('Role on Discord').selectOption({ label: VIP.name })
    await page.getByRole('button', { name: 'Add a row' }).click()
    await page.getByText('VIP → @VIP').waitFor()
    await page.getByRole('button', { name: 'Remove VIP → VIP' }).click()
    await page.getByText('No roles yet.').waitFor()

    assert.equal(token, '')
    assert.equal((await page.content()).includes(TOKEN), false)
  },
  AT_DISCORD,
)

pageTest(
  'the Discord page warns about a role above the bot',
  async (given) => {
    const page = await openPage(given)
    await turnOn(page)

    await page.getByLabel('Role or donor rank of the site').selectOption({ label: 'VIP' })
    const offered = await page.getByLabel('Role on Discord').locator('option').allTextContents()
    await page.getByLabel('Role on Discord').selectOption(OWNER.id)
    await page.getByRole('button', { name: 'Add a row' }).click()
    await page.getByText('This role is not below the role of the bot.').waitFor()

    const names = offered.map((name) => name.trim())
    assert.deepEqual(names.slice(0, 4), ['—', 'Owner (cannot be given)', VIP.name, MEMBER.name])
    assert.ok(!names.includes('Portal bot'))
  },
  AT_DISCORD,
)

pageTest(
  'the Discord page reports a token that Discord refuses, and an incomplete bot',
  async (given) => {
    const page = await openPage(given)

    await page.getByLabel('Give roles on Discord').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    const incomplete = await page.getByRole('alert').textContent()
    await turnOn(page, `${Buffer.from(BOT).toString('base64')}.wrong.token`)
    await page.getByText('Discord does not accept the token.').waitFor()

    assert.match(incomplete ?? '', /token/)
  },
  AT_DISCORD,
)

pageTest(
  'a change of the bot requires re-authentication',
  async (given) => {
    const page = await openPage(given)
    given.site.wait(60 * 60 * 1000)

    await turnOn(page)
    await page.getByRole('dialog').waitFor()

    assert.equal((await readBot(given.site.app.db)).isEnabled, false)
  },
  AT_DISCORD,
)

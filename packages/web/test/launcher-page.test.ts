import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { written } from '../../server/test/integrations/api-keys/key-notes.ts'
import { waitForKey } from '../../server/test/integrations/yggdrasil/game-player.ts'
import { pageTest } from './page-test.ts'

/** Clicks and counts the clicks. */
function hand() {
  let clicks = 0
  return {
    clicks: () => clicks,
    async click(target: Locator) {
      clicks += 1
      await target.click()
    },
    /** Opening a list and choosing from it are two clicks. */
    async choose(page: Page, product: string) {
      clicks += 2
      await page.getByLabel('Launcher', { exact: true }).selectOption(product)
    },
  }
}

function pasted(page: Page, label: string): Promise<string | null> {
  return page.getByLabel(label, { exact: true }).textContent()
}

pageTest('Laminara is connected in five clicks', async (given) => {
  const { page } = await given.owner()
  const owner = hand()
  await page.goto('/panel/launcher')

  await owner.choose(page, 'laminara')
  await owner.click(page.getByRole('button', { name: 'Create the key' }))
  await page.getByText('No requests yet').waitFor()
  const copy = page.getByRole('button', { name: 'Copy' })
  await owner.click(copy.first())
  await owner.click(copy.nth(1))
  const settings = JSON.parse((await pasted(page, 'Settings of the launcher server')) ?? '')
  const { url, apiKey } = settings.modules.config.portal
  const headers = { authorization: `Api-Key ${apiKey}` }
  const { status } = await fetch(`${url}/auth/launcher/ping`, { headers })
  await page.getByText('Connected').waitFor()
  const script = await fetch(`${url}/launcher/module/portal`)
  await script.text() // otherwise the site, when it stops, waits for the connection

  assert.deepEqual([status, script.status, owner.clicks()], [200, 200, 5])
  assert.deepEqual(settings.yggdrasil.skinDomains, [new URL(url).hostname])
})

pageTest('the launcher page shows why a launcher is not connected', async (given) => {
  const { page } = await given.owner()
  const ping = (key: string) =>
    fetch(`${given.url}/auth/launcher/ping`, { headers: { authorization: `Api-Key ${key}` } })
  await page.goto('/panel/launcher')
  await page.getByLabel('Launcher', { exact: true }).selectOption('own')
  await page.getByLabel('Address of the launcher server').fill('203.0.113.7')
  await page.getByRole('button', { name: 'Create the key' }).click()
  const key = (await pasted(page, 'Key')) ?? ''

  await ping(`portal_${'x'.repeat(43)}`)
  await page.getByText('A request with an unknown key came').waitFor()
  await ping(key)
  await page.getByRole('button', { name: 'Trust 127.0.0.1' }).click()
  await page.getByRole('status').getByText('127.0.0.1/32 is now trusted.').waitFor()
  const { status } = await ping(key)
  await written(given.site)
  await page.getByText('Connected').waitFor()

  assert.equal(status, 200)
})

pageTest('HMCL is connected in five clicks, including the sign-in test', async (given) => {
  const { page } = await given.owner()
  const owner = hand()
  await page.goto('/panel/launcher')

  await owner.choose(page, 'authlib')
  await owner.click(page.getByRole('button', { name: 'Turn it on' }))
  await page.getByText('It is on.').first().waitFor()
  await waitForKey(given.site)
  const link = await page.getByText('Drag this into the HMCL window').getAttribute('href')
  await owner.click(page.getByRole('button', { name: 'Copy' }).nth(1))
  const shown = await pasted(page, 'Java arguments, before -jar')
  await owner.click(page.getByRole('button', { name: 'Run the test' }))
  await page.getByText('Everything works.').waitFor()
  const steps = await page.locator('.steps li').count()
  await page.getByLabel('Game server').selectOption('hosts')
  const hosts = (await pasted(page, 'Java arguments, before -jar')) ?? ''

  const root = `${given.site.app.config.publicUrl}/yggdrasil/`
  assert.equal(link, `authlib-injector:yggdrasil-server:${encodeURIComponent(root)}`)
  assert.equal(shown, `-javaagent:authlib-injector.jar=${root}`)
  assert.equal(hosts.split(' ').length, 6)
  assert.ok(hosts.endsWith(`-Dminecraft.api.discovery.host=${root}minecraft/client`), hosts)
  assert.deepEqual([steps, owner.clicks()], [8, 5])
})

pageTest('a launcher with AzAuth is connected in five clicks', async (given) => {
  const { page } = await given.owner()
  const owner = hand()
  await page.goto('/panel/launcher')

  await owner.choose(page, 'azauth')
  await owner.click(page.getByRole('button', { name: 'Turn it on' }))
  await page.getByText('No sign-in yet').waitFor()
  await owner.click(page.getByRole('button', { name: 'Copy' }).first())
  const code = (await pasted(page, 'Launcher with azuriom-auth')) ?? ''
  const site = await pasted(page, 'Site address, for other launchers')
  await owner.click(page.getByRole('button', { name: 'Run the test' }))
  await page.getByText('Everything works.').waitFor()
  const steps = await page.locator('.steps li strong').allTextContents()

  const { publicUrl } = given.site.app.config
  assert.equal(site, publicUrl)
  assert.ok(code.includes(`new AuthClient('${publicUrl}')`), code)
  assert.deepEqual(steps.slice(4, 6), ['Staying signed in', 'Signing out'])
  assert.equal(owner.clicks(), 5)
})

pageTest(
  'a key that was not copied is shown again after another launcher was selected',
  async (given) => {
    const { page } = await given.owner()
    const product = page.getByLabel('Launcher', { exact: true })
    await page.goto('/panel/launcher')
    await product.selectOption('own')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const key = await pasted(page, 'Key')

    await product.selectOption('aurora')
    await page.getByRole('button', { name: 'Create the key' }).waitFor()
    const elsewhere = await page.getByLabel('Key', { exact: true }).count()
    await page.getByRole('link', { name: 'Overview' }).first().click()
    const question = page.getByRole('dialog', { name: 'Leave without the key?' })
    await question.getByRole('button', { name: 'Stay' }).click()
    await product.selectOption('own')

    assert.match(key ?? '', /^portal_/)
    assert.deepEqual([await pasted(page, 'Key'), elsewhere], [key, 0])
  },
)

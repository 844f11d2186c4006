import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { listWebhooks } from '../../server/src/webhooks/webhook-store.ts'
import { openChannel } from '../../server/test/webhooks/discord-channel.ts'
import { LOCAL, openReceiver } from '../../server/test/webhooks/receiver.ts'
import { pageTest } from './page-test.ts'

async function addWebhook(page: Page, url: string, format = 'standard'): Promise<void> {
  await page.goto('/panel/webhooks')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await page.getByLabel('Name').fill('Bot')
  await page.getByLabel('Address').fill(url)
  await page.getByLabel('Format').selectOption(format)
  await page.locator('form').getByRole('button', { name: 'Add a webhook' }).click()
}

pageTest(
  'the secret of a new webhook is shown once',
  async (given) => {
    await using receiver = await openReceiver()
    const { page } = await given.owner()

    await addWebhook(page, receiver.url)
    await page.getByText('Secret of Bot').waitFor()
    const secret = /whsec_[\w+/=]+/.exec(await page.content())?.[0] ?? ''
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByText('The test was delivered: 204.').waitFor()
    await page.getByRole('button', { name: 'Deliveries' }).click()
    await page.getByText('webhook.test').waitFor()

    assert.ok(secret)
    assert.equal((await page.content()).includes(secret), false)
    assert.equal(receiver.received.length, 1)
  },
  LOCAL,
)

pageTest(
  'the text of a Discord message can be changed and restored, and an unknown placeholder is refused',
  async (given) => {
    await using channel = await openChannel()
    const { page } = await given.owner()
    await addWebhook(page, channel.url, 'discord')

    await page.getByRole('button', { name: 'Messages' }).click()
    await page.getByLabel('Event').selectOption('player.banned')
    const field = page.getByLabel('Text of the message')
    const usual = await field.inputValue()
    await field.fill('{player}: {why}')
    await page.getByRole('button', { name: 'Save the text' }).click()
    await page.getByText('This event has no {why}.').waitFor()
    await field.fill('{player}: {reason}')
    await page.getByRole('button', { name: 'Save the text' }).click()
    await page.getByRole('button', { name: 'Restore the text of the site' }).click()
    await page.getByRole('button', { name: 'Restore the text of the site' }).waitFor({
      state: 'detached',
    })

    assert.match(usual, /^\{player\} is banned \{until\}\./)
    assert.equal(await field.inputValue(), usual)
  },
  { settings: { ...LOCAL.settings, defaultLanguage: 'en' } },
)

pageTest(
  'the unsaved text of one Discord message is kept while another is edited',
  async (given) => {
    await using channel = await openChannel()
    const { page } = await given.owner()
    await addWebhook(page, channel.url, 'discord')

    await page.getByRole('button', { name: 'Messages' }).click()
    const event = page.getByLabel('Event')
    const field = page.getByLabel('Text of the message')
    await event.selectOption('player.banned')
    await field.fill('Bye, {player}')
    await event.selectOption('player.registered')
    const other = await field.inputValue()
    await field.fill('Hello, {player} {why}')
    await event.selectOption('player.banned')
    const kept = await field.inputValue()
    await page.getByRole('button', { name: 'Save the text' }).click()
    await page.getByText('This event has no {why}.').waitFor()
    const shown = await event.inputValue()
    await field.fill('Hello, {player}')
    await page.getByRole('button', { name: 'Save the text' }).click()
    await page.getByRole('button', { name: 'Restore the text of the site' }).waitFor()

    assert.doesNotMatch(other, /Bye/)
    assert.deepEqual([kept, shown], ['Bye, {player}', 'player.registered'])
    const [webhook] = await listWebhooks(given.site.app.db)
    assert.deepEqual(webhook?.texts, {
      'player.banned': 'Bye, {player}',
      'player.registered': 'Hello, {player}',
    })
  },
  { settings: { ...LOCAL.settings, defaultLanguage: 'en' } },
)

pageTest('the form of a webhook warns which private data Discord receives', async (given) => {
  const { page } = await given.owner()
  await page.goto('/panel/webhooks')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const warning = page.getByText('For a channel that players read, choose the events.')
  await page.getByLabel('Format').waitFor()

  const before = await warning.count()
  await page.getByLabel('Format').selectOption('discord')
  await warning.waitFor()

  assert.equal(before, 0)
})

pageTest('a webhook address inside the network is refused with an explanation', async (given) => {
  const { page } = await given.owner()

  await addWebhook(page, 'https://10.0.0.1/hook')
  await page.getByText('Enter an https address of the internet').waitFor()

  assert.equal(await page.getByText('No webhooks yet.').count(), 0)
})

import assert from 'node:assert/strict'
import { consentClient } from '../../server/test/account/consent/rules.ts'
import { outcome } from '../../server/test/support/browser.ts'
import { pageTest } from './page-test.ts'

pageTest('only a new version of a page makes players agree again', async (given) => {
  const steve = await given.site.player('Steve')
  const player = consentClient(given.site, steve)
  const { page } = await given.owner()
  const title = page.getByLabel('Title', { exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const saved = page.getByText('Saved. Visitors see it now.')
  const card = page.getByRole('region', { name: 'Agreement' })
  await page.goto('/panel/pages/new')
  await title.fill('Rules')
  await page.getByLabel('Players must agree to this page').check()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await saved.waitFor()
  await card.getByText('have not agreed to the latest version yet: 1').waitFor()
  const { page: id } = (await player.owed()).body.pages[0]
  await player.agreeTo(id, 1)

  await title.fill('Our rules')
  await save.click()
  await card.getByText('have not agreed to the latest version yet: 0').waitFor()
  const afterTypo = await player.goOn()
  await title.fill('Our new rules')
  await page.getByRole('button', { name: 'Publish as a new version' }).click()
  const question = page.getByRole('dialog', { name: 'Ask all players to agree again?' })
  await question.getByRole('button', { name: 'Publish as a new version' }).click()
  await page.getByText('All players are asked to agree to the new version.').waitFor()
  await card.getByText('have not agreed to the latest version yet: 1').waitFor()
  const afterVersion = await player.goOn()
  await card.getByRole('button', { name: 'View version 1' }).click()
  await page
    .getByRole('dialog', { name: 'Version 1' })
    .getByText('Rules', { exact: true })
    .waitFor()

  assert.deepEqual([afterTypo, afterVersion].map(outcome), ['200', '403 auth.consentrequired'])
})

pageTest('a player’s card shows given and pending consents', async (given) => {
  const steve = await given.site.player('Steve')
  const player = consentClient(given.site, steve)
  const { page } = await given.owner({ locale: 'ru-RU' })
  await page.goto('/panel/pages/new')
  await page.getByRole('region', { name: 'Текст' }).getByText('Русский').click()
  await page.getByRole('textbox', { name: 'Заголовок', exact: true }).fill('Правила')
  await page.getByLabel('Игроки должны принять эту страницу').check()
  await page.getByRole('button', { name: 'Опубликовать', exact: true }).click()
  await page.getByText('Ещё не приняли последнюю версию: 1').waitFor()
  const { page: id } = (await player.owed()).body.pages[0]
  await player.agreeTo(id, 1)

  await page.goto(`/panel/players/${steve.id}?tab=profile`)
  const card = page.getByRole('region', { name: 'Согласия' })
  await card.getByText('версия 1').waitFor()
  await card.getByText('с адреса 127.0.0.1').waitFor()
  const before = await card.getByText('запросим при следующем посещении').count()
  await page.goto(`/panel/pages/${id}`)
  await page.getByRole('button', { name: 'Опубликовать новую версию' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Опубликовать новую версию' }).click()
  await page.getByText('Все игроки должны принять новую версию.').waitFor()
  await page.goto(`/panel/players/${steve.id}?tab=profile`)
  await card.getByText('запросим при следующем посещении').waitFor()

  assert.equal(before, 0)
})

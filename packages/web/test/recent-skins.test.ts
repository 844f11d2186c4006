import assert from 'node:assert/strict'
import { SECOND } from '../../server/src/platform/clock.ts'
import { putSkin, share, skinFile } from '../../server/test/profiles/textures/texture-requests.ts'
import { pageTest } from './page-test.ts'
import { answer, type BrowserSite, loaded, signInWithoutForm, taken } from './site-in-browser.ts'

async function openSkinPage({ site, visitor }: BrowserSite) {
  const steve = await site.player('Steve')
  for (const number of [1, 2]) {
    await putSkin(steve, skinFile(number))
    site.wait(SECOND) // orders the skins by time
  }
  const { page } = await visitor({ reducedMotion: 'reduce' })
  await signInWithoutForm(page, 'Steve')
  await page.goto('/account/skin')
  await loaded(page)
  const looks = page.getByRole('region', { name: 'Recent skins' }).getByRole('listitem')
  await looks.nth(1).waitFor()
  return { page, looks, steve }
}

pageTest('a player can wear a recent skin again', async (given) => {
  const { page, looks } = await openSkinPage(given)

  const before = await looks.first().getByText('Worn now').count()
  const listed = page.waitForResponse('**/cabinet/looks')
  await looks.nth(1).getByRole('button', { name: 'Wear' }).click()
  await page.getByRole('status').filter({ hasText: 'Skin saved.' }).waitFor()
  await taken(page, listed)
  await looks.nth(1).getByRole('button', { name: 'Wear' }).waitFor() // the skin that was worn before
  await looks.first().getByText('Worn now').waitFor()
  await looks.nth(1).getByRole('button', { name: 'Delete' }).click()
  await answer(page, 'Delete')
  await looks.nth(1).waitFor({ state: 'detached' })
  const rows = await given.site.app.db.selectFrom('look').select('skin_hash').execute()
  const player = await given.site.app.db.selectFrom('player').select('skin_hash').execute()

  assert.equal(before, 1)
  assert.deepEqual(rows, player)
})

pageTest('a change of the arm model that was refused can be saved again', async (given) => {
  const { page } = await openSkinPage(given)
  const body = { error: 'look.notfound', message: 'It is gone.' }
  await page.route('**/cabinet/looks/*', (route) => route.fulfill({ status: 404, json: body }))
  const box = page.getByRole('checkbox', { name: 'Slim arms' })

  await box.click()
  await page.getByText('It is gone.').waitFor()
  const refused = [await box.isChecked(), await page.getByText('Not saved yet').count()]
  await page.unroute('**/cabinet/looks/*')
  await page.getByRole('button', { name: 'Save the skin' }).click()
  await page.getByRole('status').filter({ hasText: 'Skin saved.' }).waitFor()

  assert.deepEqual([refused, await box.isChecked()], [[true, 1], true])
})

pageTest('a player shares a skin and wears the skin of another player', async (given) => {
  const alex = await given.site.player('Alex')
  await putSkin(alex, skinFile(3))
  const { page, looks } = await openSkinPage(given)
  const wear = page.getByRole('button', { name: 'Wear this skin' })

  await page.getByLabel('Player name').fill('alex')
  await wear.click()
  await page.getByText('There is no player with this name who shares a skin.').waitFor()
  await share(alex)
  await wear.click()
  await looks.nth(2).waitFor()
  await page.getByRole('checkbox', { name: 'Share my skin' }).click()
  await page.getByRole('status').getByText('Saved.', { exact: true }).waitFor() // not "Skin saved."
  await page.reload()

  await page.getByRole('checkbox', { name: 'Share my skin', checked: true }).waitFor()
  const worn = given.site.app.db.selectFrom('player').select('skin_hash')
  assert.equal(new Set((await worn.execute()).map(({ skin_hash }) => skin_hash)).size, 1)
})

import assert from 'node:assert/strict'
import { playersAndTombstones, setEverywhere } from '../../server/test/account/deletion/leaver.ts'
import { pageTest } from './page-test.ts'
import { signInWithoutForm } from './site-in-browser.ts'

pageTest(
  'a player deletes the account by typing the name, and cancels by signing in',
  async (given) => {
    const { site } = given
    await site.player('Steve')
    const { page } = await given.visitor()
    await signInWithoutForm(page, 'Steve')

    await page.goto('/account/profile')
    await page.getByRole('button', { name: 'Delete the account' }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Delete the account' })
    const isOpenUntyped = await confirm.isEnabled()
    await dialog.getByRole('textbox').fill('Steve')
    await confirm.click()
    await page.getByText('Your account will be deleted on').waitFor()
    const asked = await site.app.db.selectFrom('player').select('deletes_at').executeTakeFirst()
    await signInWithoutForm(page, 'Steve')
    await page.goto('/account/profile')
    await page.getByRole('button', { name: 'Delete the account' }).waitFor()

    assert.equal(isOpenUntyped, false)
    assert.ok(asked?.deletes_at)
  },
)

pageTest(
  'a player can cancel the deletion of the account on the page of the account',
  async (given) => {
    const { site } = given
    await setEverywhere(site, 'signInCancelsDeletion', 'off')
    await site.player('Steve')
    await site.app.db
      .updateTable('player')
      .set({ deletes_at: site.now() + 86_400_000 })
      .execute()
    const { page } = await given.visitor({ locale: 'ru-RU' })
    await signInWithoutForm(page, 'Steve')

    await page.goto('/account')
    await page.getByText('Этот аккаунт будет удалён').waitFor()
    await page.getByRole('link', { name: 'Сохранить аккаунт' }).click()
    await page.locator('#deletion-title:focus').waitFor()
    await page.getByRole('button', { name: 'Сохранить аккаунт' }).click()
    await page.getByText('Удаление отменено.').waitFor()
    await page.getByRole('button', { name: 'Удалить аккаунт' }).waitFor()
    await page.locator('#deletion-title:focus').waitFor()

    const row = await site.app.db.selectFrom('player').select('deletes_at').executeTakeFirst()
    assert.equal(row?.deletes_at, null)
  },
)

pageTest(
  'the panel lists players to be deleted and can delete one of them immediately',
  async (given) => {
    const { site } = given
    const steve = await site.player('Steve')
    await site.player('Alex')
    await site.app.db
      .updateTable('player')
      .set({ deletes_at: site.now() + 86_400_000 })
      .where('id', '=', steve.id)
      .execute()
    const { page } = await given.owner()

    await page.goto('/panel/players?only=deleting')
    const list = page.getByRole('table')
    await list.getByText('to be deleted').waitFor()
    const names = await list.getByRole('link').allTextContents()
    await list.getByRole('link', { name: 'Steve' }).click()
    await page.getByText('will be deleted on').waitFor()
    await page.getByRole('tab', { name: 'Profile' }).click()
    await page.getByRole('button', { name: 'Delete the player' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator(':focus').fill('A bot') // the first field has the focus
    await dialog.getByRole('textbox').last().fill('Steve')
    await dialog.getByRole('button', { name: 'Delete the player' }).click()
    await page.getByText('Steve was deleted.').waitFor()

    assert.deepEqual(
      names.map((name) => name.trim()),
      ['Steve'],
    )
    assert.deepEqual((await playersAndTombstones(site)).tombstones, [steve.id])
  },
)

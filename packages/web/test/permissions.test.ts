import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { giveRole } from '../../server/test/support/administrator.ts'
import { openGroups } from './open-groups.ts'
import { pageTest } from './page-test.ts'
import { signInWithoutForm } from './site-in-browser.ts'

/** The line of a permission: its three choices and the result. */
const lineOf = (page: Page, node: string) =>
  page.getByRole('radiogroup').filter({ has: page.getByText(node, { exact: true }) })

pageTest('the editor of a role shows what decides each permission', async ({ owner }) => {
  const { page } = await owner()

  await page.goto('/panel/roles/new')
  await openGroups(page)
  await lineOf(page, 'panel.*').getByText('Allow', { exact: true }).click()
  assert.equal(await lineOf(page, 'panel.players.*').count(), 0)
  await lineOf(page, 'panel.mail.manage').getByText('allowed by panel.*').waitFor()
  await lineOf(page, 'panel.keys.manage').getByText('Deny', { exact: true }).click()
  await page.getByLabel('Permission', { exact: true }).fill('-panel.players.*')
  await page.getByRole('button', { name: 'Add' }).click()
  await lineOf(page, 'panel.players.ban').getByText('denied by -panel.players.*').waitFor()
  await lineOf(page, 'player.skin.upload').getByText('allowed by the role All players').waitFor()
  const notSet = lineOf(page, 'player.skin.hd')
  const chosen = await notSet.getByRole('radio', { name: 'Not set' }).isChecked()

  assert.equal(chosen, true)
  assert.equal(await notSet.getByText(/allowed|denied/).count(), 0)
  assert.equal(await lineOf(page, 'panel.keys.manage').getByText('allowed').count(), 0)
})

pageTest('the id of a new role follows the name until the id is edited', async (given) => {
  const { page } = await given.owner()
  const id = page.getByLabel('ID', { exact: true })
  const name = page.getByLabel('Name', { exact: true })
  const seen: string[] = []

  await page.goto('/panel/roles/new')
  for (const text of ['Модератор', 'Старший модератор']) {
    await name.fill(text)
    seen.push(await id.inputValue())
  }
  await id.fill('senior')
  await name.fill('Старшие')
  seen.push(await id.inputValue())
  await id.fill('default')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('A role or donor rank with this id already exists').waitFor()
  const broken = await id.getAttribute('aria-invalid')

  assert.deepEqual(seen, ['moderator', 'starshiy-moderator', 'senior'])
  assert.equal(broken, 'true')
})

pageTest(
  'a preset for a role includes only permissions that the editor holds',
  async ({ site, visitor }) => {
    const held = ['panel.access', 'panel.players.read', 'panel.players.ban', 'panel.roles.edit']
    const editor = await site.player('Mod')
    await giveRole(site, editor.id, { id: 'lead', priority: 50, permissions: held })
    const { page } = await visitor({ locale: 'ru' })
    await signInWithoutForm(page, 'Mod')

    await page.goto('/panel/roles/new')
    await page.getByRole('button', { name: 'Модератор' }).click()
    await page.getByText('Не включены права, которых нет у вас: Подтверждать аккаунты').waitFor()
    const id = await page.getByLabel('Идентификатор').inputValue()
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await page.waitForURL('**/panel/roles')

    const role = await site.app.db
      .selectFrom('bundle')
      .select(['name', 'permissions'])
      .where('id', '=', id)
      .executeTakeFirst()
    assert.deepEqual([id, role?.name], ['moderator', 'Модератор'])
    assert.deepEqual(
      JSON.parse(role?.permissions ?? ''),
      held
        .slice(0, 2)
        .concat(held[2] ?? '')
        .sort(),
    )
  },
)

pageTest(
  'the closed groups of permissions show how many permissions are allowed',
  async ({ owner }) => {
    const { page } = await owner()

    await page.goto('/panel/groups/new')
    const player = page.locator('details.group').filter({ hasText: 'Player' }).first()
    await player.locator('summary').getByText('2 of 4').waitFor()
    const open = await page.locator('details.group[open]').count()
    const plugins = page.getByRole('region', { name: 'Other permissions' })
    const [first, second] = [await plugins.boundingBox(), await player.boundingBox()]
    await openGroups(page)
    await lineOf(page, 'player.skin.hd').getByText('Allow', { exact: true }).click()
    await player.locator('summary').getByText('3 of 4').waitFor()

    assert.equal(open, 0)
    assert.ok((first?.y ?? 0) < (second?.y ?? 0))
  },
)

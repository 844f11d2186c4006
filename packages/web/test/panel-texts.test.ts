import assert from 'node:assert/strict'
import { asPageEditor } from '../../server/test/content/pages/page-editor.ts'
import { keyCalls } from '../../server/test/integrations/api-keys/key-manager.ts'
import {
  administrator,
  giveRole,
  owner as makeOwner,
} from '../../server/test/support/administrator.ts'
import { pageTest } from './page-test.ts'
import { signInWithoutForm } from './site-in-browser.ts'

pageTest('staff who may only read keys see no buttons to change keys', async (given) => {
  const { site, visitor, url } = given
  const keys = keyCalls(await makeOwner(site))
  const { key } = await keys.made({ addresses: [] })
  await fetch(`${url}/auth/launcher/ping`, { headers: { authorization: `Api-Key ${key}` } })
  await administrator(site, ['panel.access', 'panel.keys.manage'])
  const { page } = await visitor()
  await signInWithoutForm(page, 'Alex')

  await page.goto('/panel/keys')
  await page.getByText('Only a superuser can create, change or revoke keys.').waitFor()
  await page.getByRole('heading', { name: 'Launcher', exact: true }).waitFor()

  assert.equal(await page.getByRole('main').getByRole('button').count(), 0)
})

pageTest('the list of players shows role names', async ({ site, owner }) => {
  const steve = await site.player('Steve')
  await giveRole(site, steve.id, { id: 'mod' })
  await site.app.db.updateTable('bundle').set({ name: 'Keepers' }).where('id', '=', 'mod').execute()
  const { page } = await owner()

  await page.goto('/panel/players')
  const row = page.getByRole('row').filter({ hasText: 'Steve' })

  await row.getByText('Keepers', { exact: true }).waitFor()
})

pageTest('the audit log shows text lengths in the reader’s language', async (given) => {
  const { site, visitor } = given
  const notch = await makeOwner(site)
  const editor = await asPageEditor(site, notch)
  const { id } = await editor.written({ bodyEn: 'x' })
  await editor.change(id, { version: 1, bodyEn: 'x'.repeat(22) })
  await site.app.db.updateTable('player').set({ locale: 'ru' }).execute()
  const { page } = await visitor({ locale: 'ru-RU' })
  await signInWithoutForm(page, 'Notch')
  await page.goto('/panel/audit')

  await page.getByText('1 символ', { exact: true }).waitFor()
  await page.getByText('22 символа', { exact: true }).waitFor()

  assert.equal(await page.getByText('characters').count(), 0)
})

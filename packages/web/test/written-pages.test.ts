import assert from 'node:assert/strict'
import { pageEditor } from '../../server/test/content/pages/page-editor.ts'
import { png } from '../../server/test/profiles/textures/png.ts'
import { putSkin } from '../../server/test/profiles/textures/texture-requests.ts'
import { pageTest } from './page-test.ts'
import { signInWithoutForm } from './site-in-browser.ts'

pageTest('a page from a template is shown in the visitor’s language', async (given) => {
  const { page } = await given.owner()

  await page.goto('/panel/pages')
  await page.getByRole('link', { name: 'Create a page' }).first().click()
  await page.getByRole('button', { name: 'Rules' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Our rules')
  await page.getByText('The page is at /pages/rules.').waitFor()
  await page.locator('.preview').getByRole('heading', { name: 'Be fair' }).waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish anyway' }).click() // the template has placeholders
  await page.getByText('Saved. Visitors see it now.').waitFor()
  const english = await given.visitor({ locale: 'en-GB' })
  await english.page.goto('/')
  await english.page.locator('footer').getByRole('link', { name: 'Our rules' }).click()
  await english.page.getByRole('heading', { level: 1, name: 'Our rules' }).waitFor()
  const russian = await given.visitor({ locale: 'ru-RU' })
  await russian.page.goto('/login')
  await russian.page.getByRole('link', { name: 'Правила' }).click()

  await russian.page.getByRole('heading', { level: 1, name: 'Правила' }).waitFor()
  assert.match(page.url(), /\/panel\/pages\/[^/]+$/)
  assert.equal(await russian.page.title(), 'Правила · Portal')
})

pageTest('text typed while a template loads is kept', async (given) => {
  const { page } = await given.owner()
  const loading = Promise.withResolvers<void>()
  await page.route('**/page-templates-*.js', async (route) => {
    await loading.promise
    await route.continue()
  })
  await page.goto('/panel/pages/new')
  await page.getByRole('button', { name: 'Rules' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Our rules')

  loading.resolve()
  await page.locator('.preview').getByRole('heading', { name: 'Be fair' }).waitFor()

  assert.equal(await page.getByLabel('Title', { exact: true }).inputValue(), 'Our rules')
})

pageTest(
  'opening a page sends no request for data that its HTML already contains',
  async ({ site, visitor }) => {
    const alex = await pageEditor(site)
    await alex.written({ place: 'both' })
    const { page } = await visitor()
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))

    await page.goto('/pages/rules')
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor()
    await page.getByText('Be kind.').waitFor()

    assert.deepEqual(
      asked.filter((path) => path.startsWith('/public/') || path === '/config'),
      [],
    )
  },
)

pageTest('a missing page looks like any unknown address', async (given) => {
  const { page } = await given.visitor()

  const reply = await page.goto('/pages/none')

  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  assert.equal(reply?.status(), 404)
})

pageTest(
  'saving an outdated page version shows the conflict and keeps both texts',
  async (given) => {
    const alex = await pageEditor(given.site)
    const { id } = await alex.written()
    const { page } = await given.owner()
    await page.goto(`/panel/pages/${id}`)
    await page.getByLabel('Title', { exact: true }).fill('Laws')
    await alex.change(id, { version: 1, bodyEn: 'By Alex.' })

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('heading', { name: 'Alex has changed this page in the meantime' })
      .waitFor()
    const kept = await page.getByLabel('Title', { exact: true }).inputValue()
    const before = (await alex.show(id)).body
    await page.getByRole('button', { name: 'Save mine' }).click()
    await page.getByText('Saved. Visitors see it now.').waitFor()

    const after = (await alex.show(id)).body
    assert.deepEqual([kept, before.titleEn, before.bodyEn], ['Laws', 'Rules', 'By Alex.'])
    assert.deepEqual([after.titleEn, after.bodyEn, after.version], ['Laws', 'By Alex.', 3])
  },
)

pageTest('an editor can publish a page after resolving a conflict', async (given) => {
  const alex = await pageEditor(given.site)
  const { id } = await alex.written({ published: false })
  const { page } = await given.owner()
  await page.goto(`/panel/pages/${id}`)
  await page.getByLabel('Title', { exact: true }).fill('Laws')
  await alex.change(id, { version: 1, bodyEn: 'By Alex.' })

  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Save mine' }).click()
  await page.getByText('Saved. Visitors see it now.').waitFor()

  const { body } = await alex.show(id)
  assert.deepEqual([body.titleEn, body.publishedAt !== null], ['Laws', true])
})

pageTest('a previous version of a page is viewed and restored', async (given) => {
  const alex = await pageEditor(given.site)
  const { id } = await alex.written()
  await alex.change(id, { version: 1, bodyEn: 'Something worse.' })
  const { page } = await given.owner()
  await page.goto(`/panel/pages/${id}`)

  const versions = page.getByRole('region', { name: 'History' })
  await versions.getByText('Alex').waitFor()
  await versions.getByRole('button', { name: 'View the version' }).click()
  await page.getByRole('dialog').getByText('Be kind.').waitFor()
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved. Visitors see it now.').waitFor()

  assert.equal((await alex.show(id)).body.bodyEn, 'Be kind.')
  await versions.getByRole('button', { name: 'View the version' }).nth(1).waitFor()
})

pageTest('the order of pages in the panel is the order of links on the site', async (given) => {
  const alex = await pageEditor(given.site)
  await alex.written({ titleEn: 'Rules', place: 'footer' })
  await alex.written({ titleEn: 'Privacy', place: 'footer' })
  const { page } = await given.owner()
  await page.goto('/panel/pages')

  await page.getByRole('button', { name: 'Move Privacy up' }).click()
  const first = page.getByRole('main').getByRole('listitem').first()
  await first.getByRole('link', { name: 'Privacy' }).waitFor()
  await page.locator('[aria-label="Move Privacy up"]:focus').waitFor()
  await page.goto('/account')
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  await links.first().waitFor()

  assert.deepEqual(await links.allInnerTexts(), ['Privacy', 'Rules'])
})

pageTest('an invalid field of a page opens the tab of its language', async (given) => {
  const { page } = await given.owner()
  await page.goto('/panel/pages/new')

  const text = page.getByRole('region', { name: 'Text' })
  await text.getByText('Русский').click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Текст')
  await text.getByText('English').click()
  await page.getByLabel('Title', { exact: true }).fill('Rules')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Enter a title.').waitFor()

  assert.equal(await page.getByRole('textbox', { name: 'Text', exact: true }).inputValue(), 'Текст')
})

pageTest(
  'a player’s profile is public until the player hides it',
  async ({ site, visitor, owner }) => {
    const panel = await owner()
    await panel.page.goto('/panel/settings/names')
    await panel.page.getByLabel('Players have public profiles').check()
    await panel.page.getByRole('button', { name: 'Save' }).click()
    await panel.page.getByText('Saved.').waitFor()
    const player = await site.player('Steve')
    const steve = await visitor()
    await signInWithoutForm(steve.page, 'Steve')
    const guest = await visitor()

    await guest.page.goto('/u/steve')
    await guest.page.getByRole('heading', { level: 1, name: 'Steve' }).waitFor()
    await guest.page.getByRole('img', { name: 'Figure of Steve' }).waitFor()
    await putSkin(player, png({ width: 64, height: 64 }))
    await guest.page.reload()
    await guest.page.getByRole('button', { name: 'Show in 3D' }).click()
    await guest.page.getByText('turn it with the arrow keys').waitFor()
    await steve.page.goto('/account/profile')
    await steve.page.getByLabel('Show my profile to visitors').uncheck()
    await steve.page.getByText('Your profile is hidden now.').waitFor()
    const gone = await guest.page.goto('/u/Steve')
    await guest.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()

    assert.equal(gone?.status(), 404)
    assert.equal(await guest.page.title(), 'Page not found · Portal')
  },
)

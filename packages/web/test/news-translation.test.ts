import assert from 'node:assert/strict'
import { pageTest } from './page-test.ts'
import { loaded, taken } from './site-in-browser.ts'

pageTest('each visitor reads news in the language in which they read the site', async (given) => {
  const { page } = await given.owner()
  await page.goto('/panel/news/new')
  await page.getByLabel('Title').fill('Season two')
  await page.getByLabel('Text', { exact: true }).fill('It begins.')
  await page.getByText('Translation', { exact: true }).click()
  await page.getByLabel('Language of the translation').selectOption('Русский')
  await page.getByLabel('Title').fill('Сезон два')
  await page.getByLabel('Text', { exact: true }).fill('Он **начался**.')
  const site = page.getByRole('region', { name: 'On the site' })
  await site.getByRole('heading', { name: 'Сезон два' }).waitFor()
  const launcher = await page.getByRole('region', { name: 'In the launcher' }).innerText()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published', { exact: true }).first().waitFor()
  const path = new URL(page.url()).pathname.replace('/panel', '')

  const texts: string[][] = []
  for (const locale of ['ru-RU', 'en-US']) {
    const { page: visitor } = await given.visitor({ locale })
    const read: string[] = []
    for (const place of ['/', '/news', path]) {
      await visitor.goto(place)
      await loaded(visitor)
      read.push(await visitor.locator('main').innerText())
    }
    texts.push(read)
  }

  assert.match(launcher, /Launchers show the original/)
  const [russian = [], english = []] = texts
  for (const text of russian) assert.match(text, /Сезон два[\s\S]*Он начался/)
  for (const text of english) assert.match(text, /Season two[\s\S]*It begins/)
})

pageTest('an invalid translation opens, and can be removed', async (given) => {
  const { page } = await given.owner()
  await page.goto('/panel/news/new')
  await page.getByLabel('Title').fill('Season two')
  await page.getByText('Translation', { exact: true }).click()
  await page.getByLabel('Language of the translation').selectOption('Русский')
  await page.getByText('Original', { exact: true }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByLabel('Language of the translation').waitFor() // its title is missing
  await page.getByLabel('Title').fill('Сезон два')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published', { exact: true }).first().waitFor()

  await page.getByLabel('Language of the translation').selectOption('No translation')
  const changed = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Save' }).click()
  await taken(page, changed)
  await page.getByText('none').waitFor()
  await page.reload()
  await page.getByText('Translation', { exact: true }).click()

  assert.equal(await page.getByLabel('Language of the translation').inputValue(), '')
  const news = await given.site.app.db.selectFrom('news').selectAll().execute()
  assert.deepEqual(
    news.map(({ title, translation_title }) => [title, translation_title]),
    [['Season two', null]],
  )
})

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { createPlayer } from '../../server/src/account/registration/create-player.ts'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { openRules, type Rules, storedConsents } from '../../server/test/account/consent/rules.ts'
import { BY_OWNER } from '../../server/test/sign-in/sign-in-surfaces.ts'
import type { Site } from '../../server/test/support/site.ts'
import { waitUntil } from '../../server/test/support/wait-until.ts'
import { pageTest } from './page-test.ts'
import { PASSWORD, signInWithoutForm, taken } from './site-in-browser.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Before you continue' })

function rulesOf(site: Site): Promise<Rules> {
  return openRules(site, { titleRu: 'Правила', bodyRu: 'Будьте добры.' })
}

async function ask(site: Site, age: string): Promise<void> {
  await changeSetting(site.app, BY_OWNER, { name: 'minimumAge', text: age })
}

async function createSteve({ app }: Site): Promise<void> {
  const steve = { username: 'Steve', email: null, password: PASSWORD }
  await createPlayer(app, { ...steve, superuser: false, activated: true })
}

async function fillIn(page: Page): Promise<void> {
  await page.goto('/register')
  await page.locator('[name=username]').fill('Steve')
  await page.locator('[name=email]').fill('steve@example.org')
  await page.locator('[autocomplete=new-password]').fill(PASSWORD)
}

pageTest('a new player reads the rules, ticks the boxes and registers', async (given) => {
  await rulesOf(given.site)
  await ask(given.site, '16')
  const { page, context } = await given.visitor()
  await fillIn(page)
  const rules = page.getByLabel('I agree to: Rules')
  const age = page.getByLabel('I am at least 16 years old')
  const before = [await rules.isChecked(), await age.isChecked()]
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Rules' }).first().click()
  const text = await opened
  await text.getByText('Be kind.').waitFor()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('alert').getByText('You must agree to this').waitFor()
  await page.getByText('Accounts are for people who are at least 16 years old.').waitFor()
  await page.locator('.boxes input:focus').waitFor()

  await rules.check()
  await age.check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/account')

  assert.deepEqual(before, [false, false])
  assert.deepEqual(await storedConsents(given.site), [
    { username: 'Steve', edition: 1, ip: '127.0.0.1' },
  ])
})

pageTest('a new player who read outdated rules is shown the new version', async (given) => {
  const { publish } = await rulesOf(given.site)
  const { page } = await given.visitor({ locale: 'ru-RU' })
  await fillIn(page)
  const rules = page.getByLabel('Принимаю: Правила')
  await rules.check()
  await publish()

  await page.getByRole('button', { name: 'Создать аккаунт' }).click()
  await page.getByRole('alert').getByText('Текст изменился.').waitFor()
  await page.locator('.boxes input:not(:checked)').waitFor()
  await rules.check()
  await page.getByRole('button', { name: 'Создать аккаунт' }).click()
  await page.waitForURL('**/account')

  const [kept] = await storedConsents(given.site)
  assert.equal(kept?.edition, 2)
})

pageTest('a returning player must agree to new rules or sign out', async (given) => {
  await createSteve(given.site)
  await rulesOf(given.site)
  const { page } = await given.visitor()

  await signInWithoutForm(page, 'Steve')
  await question(page).waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await question(page).getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login**')
  await signInWithoutForm(page, 'Steve')
  await question(page).getByRole('link', { name: 'Rules' }).waitFor()
  await page.reload()
  await question(page).getByRole('button', { name: 'I agree' }).click()
  await question(page).waitFor({ state: 'detached' })
  const owed = page.waitForResponse('**/cabinet/consents')
  await page.goto('/account/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await taken(page, owed)
  await page.waitForLoadState('networkidle') // a dialog would first load its script

  assert.equal(await question(page).count(), 0)
  assert.equal((await storedConsents(given.site)).length, 1)
})

pageTest(
  'a player who does not agree can download the data and delete the account',
  async (given) => {
    await createSteve(given.site)
    await rulesOf(given.site)
    const { page } = await given.visitor()
    await signInWithoutForm(page, 'Steve')

    await question(page).getByRole('button', { name: 'I do not agree' }).click()
    await question(page).locator('button[aria-expanded=true]:focus').waitFor()
    const saving = page.waitForEvent('download')
    await question(page).getByRole('button', { name: 'Download' }).click()
    const file = await saving
    await question(page).getByRole('button', { name: 'Delete the account' }).click()
    const dialog = page.getByRole('dialog').filter({ has: page.getByRole('textbox') })
    await dialog.getByRole('textbox').fill('Steve')
    await dialog.getByRole('button', { name: 'Delete the account' }).click()
    await page.getByText('Your account will be deleted on').waitFor()

    assert.match(file.suggestedFilename(), /Steve.*\.zip$/)
    assert.deepEqual(await storedConsents(given.site), [])
  },
)

pageTest('a signed-in player must agree to new rules and confirm the age', async (given) => {
  await createSteve(given.site)
  const { page } = await given.visitor()
  await signInWithoutForm(page, 'Steve')
  await rulesOf(given.site)
  await ask(given.site, '21')
  await page.goto('/account/profile')

  await question(page).waitFor()
  await question(page).getByRole('button', { name: 'I agree' }).click()
  await question(page).getByText('Confirm your age to continue.').waitFor()
  await question(page).getByLabel('I am at least 21 years old').check()
  await question(page).getByRole('button', { name: 'I agree' }).click()
  await question(page).waitFor({ state: 'detached' })

  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  assert.equal((await storedConsents(given.site)).length, 1)
})

pageTest('a request refused for new rules is completed after the player agrees', async (given) => {
  await createSteve(given.site)
  await changeSetting(given.site.app, BY_OWNER, { name: 'publicProfiles', text: 'on' })
  const { page } = await given.visitor()
  await signInWithoutForm(page, 'Steve')
  await page.goto('/account/profile')
  const hide = page.getByLabel('Show my profile to visitors')
  await hide.waitFor()
  const { publish } = await rulesOf(given.site)

  await hide.click()
  await question(page).waitFor()
  await publish()
  await question(page).getByRole('button', { name: 'I agree' }).click()
  await question(page).getByText('This text has changed.').waitFor()
  await question(page).getByRole('button', { name: 'I agree' }).click()
  await question(page).waitFor({ state: 'detached' })

  await waitUntil(async () => {
    const steve = await given.site.app.db
      .selectFrom('player')
      .select('profile_hidden_at')
      .where('username', '=', 'Steve')
      .executeTakeFirstOrThrow()
    return steve.profile_hidden_at !== null
  })
  assert.deepEqual(
    (await storedConsents(given.site)).map(({ edition }) => edition),
    [2],
  )
})

pageTest('a player who has not agreed can read the rules', async (given) => {
  await createSteve(given.site)
  await rulesOf(given.site)
  const { page } = await given.visitor({ locale: 'ru-RU' })
  await signInWithoutForm(page, 'Steve')
  const asked = page.getByRole('dialog', { name: 'Прежде чем продолжить' })
  await asked.waitFor()

  await page.goto('/pages/rules')
  await page.getByText('Будьте добры.').waitFor()
  await page.waitForLoadState('networkidle')
  const covered = await asked.count()
  await page.goto('/account')
  await asked.getByRole('button', { name: 'Принимаю' }).click()
  await asked.waitFor({ state: 'detached' })

  assert.equal(covered, 0)
})

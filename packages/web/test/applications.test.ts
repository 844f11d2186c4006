import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { freePort } from '../../../scripts/test/free-port.ts'
import { ROOT, readPage } from '../../server/test/documents/documents.ts'
import { pageTest } from './page-test.ts'
import { answer, type BrowserSite, signInWithoutForm } from './site-in-browser.ts'

const GUIDE = 'docs/owners/en/sign-in-with-your-site.md'

/** Starts the program of the owners' guide. */
async function startProgram(env: Record<string, string>): Promise<ChildProcess & Disposable> {
  const { blocks } = readPage(GUIDE, readFileSync(`${ROOT}/${GUIDE}`, 'utf8'))
  const text = blocks.find(({ language }) => language === 'js')?.text ?? ''
  const program = spawn(process.execPath, ['--input-type=module', '--eval', text], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${env.PORT}`, { redirect: 'manual' }).catch(() => 0)
    if (isUp) break
    if (program.exitCode !== null) throw new Error('the program has ended')
    await wait(50)
  }
  return Object.assign(program, { [Symbol.dispose]: () => void program.kill() })
}

/** Creates an application in the panel. @returns what the panel shows once */
async function createApplication(page: Page, redirectUri: string) {
  const response = await page.goto('/panel/applications')
  assert.equal(response?.status(), 200)
  await page.getByRole('button', { name: 'Create an application' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Forum')
  await page.getByLabel('Redirect addresses 1').fill(redirectUri)
  await page.getByRole('button', { name: 'Create an application' }).click()
  const text = async (label: string) =>
    (await page.getByLabel(label, { exact: true }).first().textContent()) ?? ''
  return {
    clientId: await text('Client ID'),
    clientSecret: await text('Client secret'),
    settings: await text('Settings'),
  }
}

async function newPlayer({ site, visitor }: BrowserSite): Promise<Page> {
  await site.player('Steve')
  const { page } = await visitor()
  await signInWithoutForm(page, 'Steve')
  return page
}

pageTest('an application from the panel signs players in until it is revoked', async (given) => {
  const port = String(await freePort())
  const program = `http://127.0.0.1:${port}`
  given.excuse(new RegExp(`asked ${program}`))
  const owner = (await given.owner()).page
  const steve = await newPlayer(given)

  const made = await createApplication(owner, `${program}/callback`)
  await owner.getByRole('button', { name: 'Copy' }).nth(1).click()
  await owner.getByRole('button', { name: 'I have copied it' }).click()
  given.site.wait(3000) // a process that knows no application looks again after two seconds
  const { clientId, clientSecret } = made
  const env = { SITE: given.url, PORT: port, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret }
  using _running = await startProgram(env)
  await steve.goto(program)
  await steve.getByRole('heading', { name: 'Sign in to Forum?' }).waitFor()
  await steve.getByText('see your name, avatar and language').waitFor()
  await steve.getByText('After that you return to 127.0.0.1').waitFor()
  await steve.getByRole('button', { name: 'Allow and continue' }).click()
  await steve.getByText('Hello, Steve!').waitFor()
  await steve.goto('/account/apps')
  await steve.getByText('Forum', { exact: true }).waitFor()
  await owner.getByRole('button', { name: 'Revoke' }).click()
  await answer(owner, 'Revoke')
  await owner.getByText('revoked', { exact: true }).waitFor()
  await steve.goto(program)
  await steve.getByText('The site does not know this application').waitFor()

  assert.match(made.settings, new RegExp(`Client secret: ${clientSecret}`))
})

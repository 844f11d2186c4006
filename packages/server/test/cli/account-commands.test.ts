import assert from 'node:assert/strict'
import { bearer } from '../support/browser.ts'
import { PASSWORD, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { command, DONE, disableBreachCheck, json } from './command.ts'

siteTest('player create prints a generated password that opens the account', async (site) => {
  await disableBreachCheck(site)
  const made = await command(site, ['player', 'create', 'Steve', 'Steve@Example.org'])
  const [, password = assert.fail(made.stdout)] = /^password: (\S+)$/m.exec(made.stdout) ?? []

  const login = await site.browser().logIn('steve', password)
  const show = await command(site, ['player', 'show', 'Steve'])

  const { uuid } = login.body.user
  assert.deepEqual(made, {
    code: DONE,
    stdout: `uuid: ${uuid}\nusername: Steve\nemail: Steve@Example.org\npassword: ${password}\n`,
    stderr: '',
  })
  assert.match(password, /^[A-Za-z0-9_-]{24}$/)
  assert.equal(login.status, 200)
  assert.ok(!show.stdout.includes(password))
})

sqliteTest('--password-stdin takes the first line unchanged as the password', async (site) => {
  await disableBreachCheck(site)
  const password = '  пароль 🐝 с пробелами  '
  const args = ['player', 'create', 'Steve', 'steve@example.org', '--password-stdin']

  const made = await json(site, args, `${password}\r\nanother line\n`)

  const exact = await site.browser().logIn('Steve', password)
  const trimmed = await site.browser().logIn('Steve', password.trim())
  assert.deepEqual(made, {
    uuid: exact.body.user.uuid,
    username: 'Steve',
    email: 'steve@example.org',
  })
  assert.deepEqual([exact.status, trimmed.status], [200, 401])
})

sqliteTest('player create applies --activated and --superuser', async (site) => {
  await disableBreachCheck(site)
  await json(site, ['settings', 'set', 'emailConfirmation', 'on'])
  const flags = { Plain: [], Active: ['--activated'], Super: ['--superuser'] }

  for (const [name, options] of Object.entries(flags)) {
    await json(site, ['player', 'create', name, `${name}@example.org`, ...options])
  }

  const shown = []
  for (const name of Object.keys(flags)) shown.push(await json(site, ['player', 'show', name]))
  assert.deepEqual(
    shown.map(({ username, activated, superuser }) => ({ username, activated, superuser })),
    [
      { username: 'Plain', activated: false, superuser: false },
      { username: 'Active', activated: true, superuser: false },
      { username: 'Super', activated: false, superuser: true },
    ],
  )
})

sqliteTest('player show finds a player by name or e-mail address', async (site) => {
  const steve = await site.player('Steve')
  const me = await steve.browser.get('/auth/me', bearer(steve.accessToken))

  const byName = await json(site, ['player', 'show', 'sTEVE'])
  const byEmail = await json(site, ['player', 'show', 'STEVE@example.org'])
  const forPeople = await command(site, ['player', 'show', 'Steve'])

  assert.deepEqual(byName, { ...me.body.user, superuser: false })
  assert.deepEqual(byEmail, byName)
  assert.deepEqual([forPeople.code, forPeople.stderr], [DONE, ''])
  assert.match(forPeople.stdout, /^username: Steve$/m)
  assert.match(forPeople.stdout, /^activated: yes$/m)
})

sqliteTest('player password replaces the password and closes all sessions', async (site) => {
  await disableBreachCheck(site)
  const steve = await site.player('Steve')

  const byHand = await json(
    site,
    ['player', 'set-password', 'steve', '--password-stdin'],
    'another battery staple\n',
  )
  const session = await steve.browser.refresh()
  const old = await site.browser().logIn('Steve', PASSWORD)
  const given = await site.browser().logIn('Steve', 'another battery staple')
  const { password } = await json(site, ['player', 'set-password', 'Steve'])
  const made = await site.browser().logIn('Steve', password)

  assert.deepEqual(byHand, { username: 'Steve' })
  assert.deepEqual([session.status, session.body.error], [401, 'auth.sessionexpired'])
  assert.deepEqual([old.status, given.status, made.status], [401, 200, 200])
})

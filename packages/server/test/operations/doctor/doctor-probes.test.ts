import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { COMMAND_LINE } from '../../../src/audit/actor.ts'
import { yggdrasilCheck } from '../../../src/operations/doctor/check-yggdrasil.ts'
import { DAY, SECOND } from '../../../src/platform/clock.ts'
import { putSkin, skinFile } from '../../profiles/textures/texture-requests.ts'
import { HERE } from '../../sign-in/previous-site.ts'
import { administrator } from '../../support/administrator.ts'
import { siteTest } from '../../support/site.ts'
import { openMailServer } from '../../support/smtp.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { MISBEHAVIOURS, openStubServer } from '../../support/stub-server.ts'
import { find, SYSTEM_PERMISSION, statesOf, systemOf } from './system-page.ts'

siteTest(
  'the doctor sends at most one request to each server in ten seconds',
  async (site) => {
    await using leaks = await openStubServer((_request, response) =>
      response.end(`${'0'.repeat(35)}:1\r\n`),
    )
    site.app.config.breachApiUrl = leaks.url
    const alex = await administrator(site, SYSTEM_PERMISSION)
    const before = leaks.requests()
    const look = () => alex.get('/admin/system')

    await Promise.all([look(), look(), look(), look()])
    const first = leaks.requests() - before
    site.wait(10 * SECOND - 1)
    await look()
    const soon = leaks.requests() - before
    site.wait(1)
    await look()

    // Each check sends two requests: for the breach list, and for the clock of its server.
    assert.deepEqual([first, soon, leaks.requests() - before], [2, 2, 4])
  },
  { settings: { leakCheck: 'on' } },
)

siteTest(
  'the doctor reports a clock that differs from the clocks of other servers',
  async (site) => {
    await using leaks = await openStubServer((_request, response) => {
      response.setHeader('date', new Date(site.now() + DAY).toUTCString())
      response.end(`${'0'.repeat(35)}:1\r\n`)
    })
    site.app.config.breachApiUrl = leaks.url

    const { checkups } = await systemOf(site)

    assert.deepEqual(statesOf({ checkups }, 'clock', 'leak-service'), {
      clock: 'bad',
      'leak-service': 'good',
    })
  },
)

sqliteTest('the doctor requests textures and health at the public address', async (site) => {
  const { server, app } = site
  await using outside = await openStubServer(async (request, response) => {
    const reply = await server.inject({ method: 'GET', url: request.url ?? '/' })
    response.writeHead(reply.statusCode, { 'content-type': reply.headers['content-type'] })
    response.end(reply.rawPayload)
  })
  const steve = await site.player('Steve')
  await putSkin(steve, skinFile(1))
  app.config.publicUrl = outside.url
  const alex = await administrator(site, SYSTEM_PERMISSION)
  const right = (await alex.get('/admin/system')).body

  await using challenge = await openStubServer((_request, response) => {
    response.writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' })
    response.end('<!doctype html><title>Just a moment...</title>')
  })
  app.config.publicUrl = challenge.url
  site.wait(10 * SECOND)
  const wrong = (await alex.get('/admin/system')).body

  assert.deepEqual(statesOf(right, 'outside', 'textures'), { outside: 'good', textures: 'good' })
  assert.deepEqual(statesOf(wrong, 'outside', 'textures'), { outside: 'bad', textures: 'bad' })
  assert.match(find(wrong.checkups, 'textures').detail.en, /prove you are human/)
})

const SECRET = 'a-captcha-secret-nobody-knows'

/** Ways in which a service misbehaves, each with the results of three checks. */
const JUDGED: Record<string, [leaks: string, outside: string, captcha: string]> = {
  'sends nothing': ['bad', 'bad', 'bad'],
  'hangs up in the middle of its body': ['bad', 'bad', 'bad'],
  'speaks another protocol': ['bad', 'bad', 'bad'],
  'is busy with 429': ['bad', 'bad', 'good'],
  'answers HTML': ['bad', 'bad', 'bad'],
  'floods the caller': ['good', 'bad', 'bad'], // its lines are a valid list, and its end is not needed
}

for (const [behaviour, [leaks, outside, captcha]] of Object.entries(JUDGED)) {
  sqliteTest(
    `a service that ${behaviour} does not delay the other checks of the doctor`,
    async (site) => {
      await using service = await openStubServer(MISBEHAVIOURS[behaviour] ?? assert.fail())
      const { config } = site.app
      config.publicUrl = service.url // tokens contain it, so it comes first
      const alex = await administrator(site, SYSTEM_PERMISSION)
      config.breachApiUrl = service.url
      const keys = { siteKey: 'site', secretKey: SECRET, verifyUrl: service.url }
      config.captcha = { provider: 'turnstile', ...keys }

      const { body } = await alex.get('/admin/system')

      assert.deepEqual(statesOf(body, 'leak-service', 'outside', 'captcha', 'database'), {
        'leak-service': leaks,
        outside,
        captcha,
        database: 'good',
      })
      const text = JSON.stringify(body)
      assert.doesNotMatch(text, new RegExp(SECRET))
      assert.doesNotMatch(text, /no response in time/) // each request has a shorter limit of its own
    },
    { settings: { leakCheck: 'on' } },
  )
}

sqliteTest('the doctor signs in to the mail server without sending a mail', async (site) => {
  const login = { user: 'portal', password: 'a mail secret' }
  await using server = await openMailServer({ login })
  const { config } = site.app
  const look = async (url: string) => {
    config.smtpUrl = url
    site.wait(10 * SECOND)
    return (await alex.get('/admin/system')).body
  }
  const alex = await administrator(site, SYSTEM_PERMISSION)

  const right = await look(server.url)
  const wrong = await look(server.url.replace(/:a%20mail/, ':not%20the'))
  server.mood = 'silent'
  const silent = await look(server.url)

  const states = [right, wrong, silent].map((system) => statesOf(system, 'mail-server'))
  assert.deepEqual(
    states.map((state) => state['mail-server']),
    ['good', 'bad', 'bad'],
  )
  assert.match(find(wrong.checkups, 'mail-server').detail.en, /EAUTH 535/)
  assert.doesNotMatch(JSON.stringify([right, wrong, silent]), /a mail secret|a%20mail|not%20the/)
  assert.deepEqual(server.arrived, [])
})

sqliteTest(
  'a previous site that is unreachable, or accepts any password, is reported',
  async (site) => {
    const answers = ['{"ok":false}', '<p>moved</p>', '{"ok":true,"username":"Steve"}']
    await using old = await openStubServer((_request, response) => response.end(answers[0]))
    const alex = await administrator(site, SYSTEM_PERMISSION)
    const look = async () =>
      statesOf((await alex.get('/admin/system')).body, 'old-site')['old-site']
    const off = await look()
    const by = { actor: 'command', ip: null }
    await changeSetting(site.app, by, { name: 'legacyUrl', text: old.url })

    const states = []
    while (answers.length > 0) {
      site.wait(10 * SECOND)
      states.push(await look())
      answers.shift()
    }

    assert.deepEqual([off, states], ['good', ['good', 'bad', 'bad']])
  },
  { env: HERE },
)

sqliteTest('the doctor treats the words on, true and yes in a setting alike', async (site) => {
  const { app } = site
  const { config, clock, db } = app
  const context = { config, clock, db, wrongSettings: [], allowsSlowChecks: false }
  const states = []
  for (const word of ['on', 'true', 'yes', 'off']) {
    await changeSetting(app, COMMAND_LINE, { name: 'yggdrasil', text: word })
    const { en } = (await yggdrasilCheck.run(context)).detail
    states.push(en.startsWith('Turned off'))
  }

  assert.deepEqual(states, [false, false, false, true])
})

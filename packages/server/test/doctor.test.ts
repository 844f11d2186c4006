import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Checkup, System } from '@portal/contract'
import { sql } from 'kysely'
import { DAY, HOUR, isoInstant, SECOND } from '../src/platform/clock.ts'
import { noteFinding } from '../src/platform/finding-store.ts'
import { changeSetting } from '../src/settings/change-setting.ts'
import { version } from '../src/version.ts'
import { administrator, callsOf } from './administrator.ts'
import { outcome } from './browser.ts'
import { openLauncher } from './launcher-server.ts'
import { MISBEHAVIOURS, openOutsideServer } from './outside-server.ts'
import { queueFailed } from './queued-mail.ts'
import { type Site, siteTest } from './site.ts'
import { openMailServer } from './smtp.ts'
import { sqliteTest } from './sqlite-test.ts'
import { putSkin, skinFile } from './wardrobe.ts'

const MAY_LOOK = ['panel.system.read']

async function systemOf(site: Site): Promise<System> {
  const alex = await administrator(site, MAY_LOOK)
  const { status, body } = await alex.get('/admin/system')
  assert.equal(status, 200)
  return body
}

/** The states of some checks by their ids. */
function statesOf({ checkups }: { checkups: Checkup[] }, ...ids: string[]) {
  return Object.fromEntries(ids.map((id) => [id, find(checkups, id).state]))
}

function find(checkups: readonly Checkup[], id: string): Checkup {
  return checkups.find((checkup) => checkup.id === id) ?? assert.fail(id)
}

siteTest('the system page says what runs and what is wrong, in both languages', async (site) => {
  const startedAt = isoInstant(site.now())
  site.wait(HOUR)

  const { checkups, ...rest } = await systemOf(site)

  assert.deepEqual(rest, {
    version,
    startedAt,
    instances: 1,
    yourAddress: '127.0.0.1',
    checkedAt: isoInstant(site.now()),
  })
  assert.deepEqual(
    checkups.filter(({ title, detail }) => [title, detail].some(({ ru, en }) => !ru || ru === en)),
    [find(checkups, 'database')], // names and numbers alone
  )
  assert.deepEqual(
    checkups
      .filter(({ state, advice }) => /warning|bad/.test(state) && !advice)
      .map(({ id }) => id),
    [],
  )
  assert.deepEqual(statesOf({ checkups }, 'settings', 'proxy', 'database', 'secrets', 'outbox'), {
    settings: 'good',
    proxy: 'good',
    database: 'good',
    secrets: 'good',
    outbox: 'good',
  })
})

siteTest('the system page is for those who may see it', async (site) => {
  const helper = await administrator(site, ['panel.access'])
  const steve = await site.player('Steve')

  const replies = [
    await helper.get('/admin/system'),
    await callsOf(site, steve).get('/admin/system'),
    await site.browser().get('/admin/system'),
  ]

  assert.deepEqual(replies.map(outcome), [
    '403 auth.forbidden',
    '403 auth.forbidden',
    '401 auth.unauthorized',
  ])
})

siteTest('what the site noticed, queued and refused is found', async (site) => {
  await noteFinding(site.app.db, { name: 'proxy.untrusted', detail: '10.0.0.1', at: site.now() })
  await queueFailed(site, { dead: false })
  site.wait(HOUR)
  const launcher = await openLauncher(site, { addresses: ['203.0.113.7'] })
  await launcher.ping()
  await site.app.keyNotes.settled()

  const { checkups } = await systemOf(site)

  assert.deepEqual(statesOf({ checkups }, 'proxy', 'outbox', 'launcher'), {
    proxy: 'bad',
    outbox: 'bad',
    launcher: 'bad',
  })
  assert.match(find(checkups, 'proxy').detail.en, /10\.0\.0\.1/)
  assert.match(find(checkups, 'launcher').detail.en, /198\.51\.100\.7/)
})

siteTest('a database of another version is told from one that is behind', async (site) => {
  const alex = await administrator(site, MAY_LOOK)
  const look = async () => {
    site.wait(10 * SECOND)
    return find((await alex.get('/admin/system')).body.checkups, 'database')
  }
  await sql`insert into migration (name, applied_at) values ('999-later', 0)`.execute(site.app.db)
  const newer = await look()
  await sql`delete from migration where name = '999-later'`.execute(site.app.db)
  const fitting = await look()
  await sql`delete from migration where name like '002%'`.execute(site.app.db)
  const behind = await look()

  assert.deepEqual([newer.state, fitting.state, behind.state], ['bad', 'good', 'warning'])
  assert.match(newer.detail.en, /newer Portal/)
  assert.match(behind.advice?.en ?? '', /portal migrate up/)
})

siteTest(
  'signing keys are old after a year',
  async (site) => {
    const alex = await administrator(site, MAY_LOOK)
    const look = async () => statesOf((await alex.get('/admin/system')).body, 'secrets').secrets

    site.wait(366 * DAY - 1)
    const inTime = await look()
    site.wait(10 * SECOND)
    const old = await look()

    assert.deepEqual([inTime, old], ['good', 'warning'])
  },
  { env: { JWT_EXPIRES: '3650d' } },
)

siteTest('however many look, others are asked once in ten seconds', async (site) => {
  await using leaks = await openOutsideServer((_request, response) =>
    response.end(`${'0'.repeat(35)}:1\r\n`),
  )
  site.app.config.breachApiUrl = leaks.url
  const alex = await administrator(site, MAY_LOOK)
  const before = leaks.requests()
  const look = () => alex.get('/admin/system')

  await Promise.all([look(), look(), look(), look()])
  const first = leaks.requests() - before
  site.wait(10 * SECOND - 1)
  await look()
  const soon = leaks.requests() - before
  site.wait(1)
  await look()

  assert.deepEqual([first, soon, leaks.requests() - before], [2, 2, 4]) // the list, and its clock
})

siteTest('a clock that is wrong by that of others is found', async (site) => {
  await using leaks = await openOutsideServer((_request, response) => {
    response.setHeader('date', new Date(site.now() + DAY).toUTCString())
    response.end(`${'0'.repeat(35)}:1\r\n`)
  })
  site.app.config.breachApiUrl = leaks.url

  const { checkups } = await systemOf(site)

  assert.deepEqual(statesOf({ checkups }, 'clock', 'leak-service'), {
    clock: 'bad',
    'leak-service': 'good',
  })
})

sqliteTest('textures and health are asked by the address players use', async (site) => {
  const { server, app } = site
  await using outside = await openOutsideServer(async (request, response) => {
    const reply = await server.inject({ method: 'GET', url: request.url ?? '/' })
    response.writeHead(reply.statusCode, { 'content-type': reply.headers['content-type'] })
    response.end(reply.rawPayload)
  })
  const steve = await site.player('Steve')
  await putSkin(steve, skinFile(1))
  app.config.publicUrl = outside.url
  const alex = await administrator(site, MAY_LOOK)
  const right = (await alex.get('/admin/system')).body

  await using challenge = await openOutsideServer((_request, response) => {
    response.writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' })
    response.end('<!doctype html><title>Just a moment...</title>')
  })
  app.config.publicUrl = challenge.url
  site.wait(10 * SECOND)
  const wrong = (await alex.get('/admin/system')).body

  assert.deepEqual(statesOf(right, 'outside', 'textures'), { outside: 'good', textures: 'good' })
  assert.deepEqual(statesOf(wrong, 'outside', 'textures'), { outside: 'bad', textures: 'bad' })
  assert.match(find(wrong.checkups, 'textures').detail.en, /whether one is human/)
})

const SECRET = 'a-captcha-secret-nobody-knows'

/** How a service misbehaves, and what is then said of the list, the site and the captcha. */
const JUDGED: Record<string, [leaks: string, outside: string, captcha: string]> = {
  'says nothing at all': ['bad', 'bad', 'bad'],
  'hangs up in the middle of its body': ['bad', 'bad', 'bad'],
  'speaks another protocol': ['bad', 'bad', 'bad'],
  'is busy with 429': ['bad', 'bad', 'good'],
  'answers HTML': ['bad', 'bad', 'bad'],
  'floods the caller': ['good', 'bad', 'bad'], // its lines are a list, and its end is not needed
}

for (const [behaviour, [leaks, outside, captcha]] of Object.entries(JUDGED)) {
  sqliteTest(`a service that ${behaviour} holds up nothing else`, async (site) => {
    await using service = await openOutsideServer(MISBEHAVIOURS[behaviour] ?? assert.fail())
    const { config } = site.app
    config.publicUrl = service.url // tokens name it, so it comes first
    const alex = await administrator(site, MAY_LOOK)
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
    assert.doesNotMatch(text, /no answer for too long/) // each question has a shorter time of its own
  })
}

sqliteTest('the mail server is signed in to, and gets no mail', async (site) => {
  const login = { user: 'portal', password: 'a mail secret' }
  await using server = await openMailServer({ login })
  const { config } = site.app
  const look = async (url: string) => {
    config.smtpUrl = url
    site.wait(10 * SECOND)
    return (await alex.get('/admin/system')).body
  }
  const alex = await administrator(site, MAY_LOOK)

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

sqliteTest('an open key, old backups and a switched-off leak check are seen', async (site) => {
  chmodSync(join(site.dataDir, 'encryption.key'), 0o644)
  mkdirSync(join(site.dataDir, 'backups'))
  writeFileSync(join(site.dataDir, 'backups', 'portal.backup'), '')
  const change = { name: 'leakCheck', text: 'off' } as const
  await changeSetting(site.app, change, { actor: 'command', ip: null })

  const system = await systemOf(site)

  assert.deepEqual(statesOf(system, 'data-directory', 'backups', 'leak-service'), {
    'data-directory': 'bad',
    backups: 'warning', // the site's clock is years ahead of the file's
    'leak-service': 'good',
  })
})

import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after } from 'node:test'
import { MINUTE } from '../../src/platform/clock.ts'
import { set } from '../mail/mail-site.ts'
import { setCookies, tally } from '../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36'

sqliteTest('a player is notified of a sign-in on a new device', async (site) => {
  await site.player('Steve')
  site.wait(5 * MINUTE)

  await site.browser({ agent: CHROME, ip: '203.0.113.9' }).logIn('Steve', PASSWORD)

  const [mail, ...more] = await site.mails()
  assert.deepEqual(
    [mail?.to, mail?.subject, more],
    [[{ name: '', address: 'steve@example.org' }], 'New sign-in to Portal', []],
  )
  for (const text of [mail?.text ?? '', mail?.html ?? '']) {
    assert.match(
      text,
      /new device: Chrome on Windows, address 203\.0\.113\.9, January 1, 2030 .*12:05.PM UTC\./,
    )
  }
})

sqliteTest('the notice of a new device is in the language of the player', async (site) => {
  await site.player('Steve', { language: 'ru' })
  site.wait(5 * MINUTE)

  await site
    .browser({ agent: CHROME, ip: '2001:db8::7' })
    .logIn('Steve', PASSWORD, { 'accept-language': 'en' })

  const [mail, ...more] = await site.mails()
  assert.deepEqual([mail?.subject, more], ['Новый вход: Portal', []])
  for (const text of [mail?.text ?? '', mail?.html ?? '']) {
    assert.match(
      text,
      /нового устройства: Chrome \(Windows\), адрес 2001:db8::7, 1 января 2030 .*12:05 UTC\./,
    )
  }
})

sqliteTest('the device of the registration is not reported as new', async (site) => {
  const steve = await site.player('Steve')

  const replies = [
    await steve.browser.logIn('Steve', PASSWORD),
    await site.browser().logIn('Steve', PASSWORD),
  ]

  assert.deepEqual(tally(replies), { 200: 2 })
  assert.deepEqual(await recipients(site), {})
})

sqliteTest('a browser with its device cookie is known in every network', async (site) => {
  const steve = await site.player('Steve')
  const cookie = `portal_device=${steve.browser.cookies.get('portal_device')}`
  const away = site.browser({ agent: CHROME, ip: '203.0.113.9' })

  const reply = await away.logIn('Steve', PASSWORD, { cookie })

  assert.equal(reply.status, 200)
  assert.equal(setCookies(reply).portal_device?.value, steve.browser.cookies.get('portal_device'))
  assert.deepEqual(await recipients(site), {})
})

sqliteTest('a launcher without cookies is known by its name in its network', async (site) => {
  await site.player('Steve', { agent: 'Launcher/5.6', ip: '198.51.100.7' })
  await site.player('Alex', { agent: 'Launcher/5.6', ip: '2001:db8:1:2::7' })

  const replies = [
    await launch(site, 'Steve', '198.51.100.0'),
    await launch(site, 'Steve', '198.51.100.255'),
    await launch(site, 'Steve', '::ffff:198.51.100.9'),
    await launch(site, 'Steve', '198.51.100.7', 'Launcher/5.7'),
    await launch(site, 'Alex', '2001:db8:1:ffff:ffff:ffff:ffff:ffff'),
    await launch(site, 'Alex', '2001:db8:1::'),
  ]

  assert.deepEqual(tally(replies), { 200: 6 })
  assert.deepEqual(await recipients(site), {})
})

sqliteTest('a launcher with another name or network is reported as new once', async (site) => {
  await site.player('Steve', { agent: 'Launcher/5.6', ip: '198.51.100.7' })
  await site.player('Alex', { agent: 'Launcher/5.6', ip: '2001:db8:1:2::7' })

  const replies = [
    await launch(site, 'Steve', '198.51.101.7'),
    await launch(site, 'Steve', '198.51.100.7', 'curl/8.0'),
    await launch(site, 'Steve', '198.51.100.7', ''),
    await launch(site, 'Alex', '2001:db8:2:2::7'),
    await launch(site, 'Alex', '198.51.100.7'),
  ]
  const first = await recipients(site)
  replies.push(await launch(site, 'Steve', '198.51.101.8'))
  replies.push(await launch(site, 'Steve', '198.51.100.8', 'curl/8.1'))
  replies.push(await launch(site, 'Alex', '2001:db8:2:3::7'))

  assert.deepEqual(tally(replies), { 200: 8 })
  assert.deepEqual(first, { 'steve@example.org': 3, 'alex@example.org': 2 })
  assert.deepEqual(await recipients(site), first)
})

sqliteTest(
  'a browser that only another account used is reported as new only once',
  async (site) => {
    await site.player('Steve')
    const alex = await site.player('Alex')
    const cookie = alex.browser.cookies.get('portal_device')

    const first = await alex.browser.logIn('Steve', PASSWORD)
    const mails = await recipients(site)
    const second = await alex.browser.logIn('Steve', PASSWORD)
    const own = await alex.browser.logIn('Alex', PASSWORD)

    assert.deepEqual(tally([first, second, own]), { 200: 3 })
    assert.deepEqual(mails, { 'steve@example.org': 1 })
    assert.deepEqual(await recipients(site), mails)
    assert.equal(alex.browser.cookies.get('portal_device'), cookie)
  },
)

sqliteTest('a made-up device cookie does not make a device known', async (site) => {
  await site.player('Steve')
  const browser = site.browser()

  const reply = await browser.logIn('Steve', PASSWORD, { cookie: 'portal_device=made-up' })

  assert.equal(reply.status, 200)
  assert.match(setCookies(reply).portal_device?.value ?? '', /^[A-Za-z0-9_-]{43}$/)
  assert.deepEqual(await recipients(site), { 'steve@example.org': 1 })
})

sqliteTest('a wrong password from a new device is not reported as a sign-in', async (site) => {
  await site.player('Steve')

  const missed = await launch(site, 'Steve', '203.0.113.9', 'Launcher/5.6', 'wrong guess')
  const none = await recipients(site)
  const good = await launch(site, 'Steve', '203.0.113.9')

  assert.deepEqual([missed.status, none, good.status], [401, {}, 200])
  assert.deepEqual(await recipients(site), { 'steve@example.org': 1 })
})

siteTest(
  'ten concurrent sign-ins from one new network send one notice',
  async (site) => {
    await site.player('Steve')

    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        site
          .browser({ agent: 'Launcher/5.6', ip: '203.0.113.9', instance: n % 2 })
          .logIn('Steve', PASSWORD),
      ),
    )

    assert.deepEqual(tally(replies), { 200: 10 })
    assert.deepEqual(await recipients(site), { 'steve@example.org': 1 })
  },
  { instances: 2 },
)

const mailServer = await openSilentServer()
after(() => mailServer.close())

siteTest(
  'a sign-in does not wait until its notice is sent',
  async (site) => {
    await set(site, 'emailConfirmation', 'off')
    await site.player('Steve')
    const called = mailServer.nextCall()

    const reply = await launch(site, 'Steve', '203.0.113.9')

    const mails = await site.app.db
      .selectFrom('outbox')
      .select(['recipient', 'sent_at', 'last_error'])
      .where('kind', '=', 'new-device')
      .execute()
    await called
    mailServer.turnAway()
    assert.equal(reply.status, 200)
    assert.deepEqual(
      mails.map((mail) => ({ ...mail })),
      [{ recipient: 'steve@example.org', sent_at: null, last_error: null }],
    )
  },
  { env: { SMTP_URL: mailServer.url } },
)

/** Signs in as a program without cookies. */
function launch(
  site: Site,
  login: string,
  ip: string,
  agent = 'Launcher/5.6',
  password = PASSWORD,
) {
  return site.browser({ agent, ip }).logIn(login, password)
}

/** Counts the mails to each address. */
async function recipients(site: Site): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { to } of await site.mails()) {
    const address = to?.[0]?.address ?? ''
    counts[address] = (counts[address] ?? 0) + 1
  }
  return counts
}

/** Opens a mail server that accepts connections and never responds. */
async function openSilentServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined) // the caller disconnected
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    nextCall: () => new Promise((resolve) => server.once('connection', resolve)),
    turnAway() {
      for (const socket of sockets) socket.end('554 no mail today\r\n')
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { owner } from '../support/administrator.ts'
import type { Site } from '../support/site.ts'
import { openMailServer } from '../support/smtp.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const FORM = { security: 'none', user: 'portal', password: 'hidden-word', from: 'p@blocks.example' }

/** Returns the result that the panel gets for a test of a mail server. */
async function outcomeOf(site: Site, changes: object) {
  const notch = await owner(site)
  const { status, body } = await notch.send('POST', '/admin/mail/server/test', {
    ...FORM,
    host: '127.0.0.1',
    ...changes,
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** Opens a mail server that responds to each command with the line that `answers` has for its first word. */
async function openRudeServer(answers: Record<string, string>) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(`${answers.HELLO ?? '220 hello'}\r\n`)
    socket.on('data', (data) => {
      const line = data.toString().trim()
      const [word = ''] = line.split(/[ :]/, 1)
      const usual =
        word === 'EHLO' ? '250-hello\r\n250 AUTH PLAIN' : word === 'DATA' ? '354 go' : '250 ok'
      socket.write(`${(answers[word] ?? usual).replace('<said>', line)}\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, [Symbol.asyncDispose]: async () => void server.close() }
}

const OK = { AUTH: '235 welcome' }

for (const [trouble, answers] of [
  ['login', { AUTH: '535 5.7.8 Username and Password not accepted' }],
  ['later', { AUTH: '454 4.7.0 try again later' }],
  ['login', { ...OK, MAIL: '530 5.7.0 Authentication required' }],
  ['sender', { ...OK, MAIL: '550 not your address' }],
  ['recipient', { ...OK, RCPT: '550 no such user' }],
  ['later', { ...OK, RCPT: '451 greylisted' }],
  ['content', { ...OK, DATA: '554 this looks like spam' }],
  ['sender', { ...OK, DATA: '554 5.7.1 From header is not allowed' }],
] as const) {
  sqliteTest(
    `the panel shows the response of a mail server and the kind of problem: ${Object.values(answers).at(-1)}`,
    async (site) => {
      await using server = await openRudeServer(answers)

      const { sent, trouble: found, reason } = await outcomeOf(site, { port: server.port })

      assert.deepEqual([sent, found], [false, trouble])
      assert.ok(reason.includes(Object.values(answers).at(-1)))
    },
  )
}

sqliteTest(
  'the panel distinguishes a server without TLS, a closed port and an unknown host',
  async (site) => {
    await using plain = await openRudeServer({})
    const closed = await openRudeServer({})
    await closed[Symbol.asyncDispose]()
    const notch = await owner(site)
    const tried = async (changes: object) => {
      const form = { ...FORM, host: '127.0.0.1', port: plain.port, ...changes }
      return (await notch.send('POST', '/admin/mail/server/test', form)).body.trouble
    }

    assert.deepEqual(
      [
        await tried({ security: 'starttls' }),
        await tried({ security: 'tls' }),
        await tried({ port: closed.port }),
        await tried({ host: 'no-such-host.invalid' }),
      ],
      ['tls', 'tls', 'closed', 'host'],
    )
  },
)

sqliteTest('a password that a mail server repeats is hidden in panel and log', async (site) => {
  await using server = await openRudeServer({ AUTH: '535 <said> hidden-word' })

  const { reason } = await outcomeOf(site, { port: server.port })

  const plain = Buffer.from('\0portal\0hidden-word').toString('base64')
  assert.match(reason, /535 AUTH PLAIN \*\*\* \*\*\*/)
  assert.equal(`${reason}${site.logLines}`.includes(plain), false)
})

sqliteTest(
  'testing a mail server sends one mail to the administrator who tests it',
  async (site) => {
    const login = { user: 'portal', password: 'hidden-word' }
    await using server = await openMailServer({ login })

    const body = await outcomeOf(site, { port: Number(new URL(server.url).port) })

    assert.deepEqual(body, { to: 'notch@example.org', sent: true, reason: null, trouble: null })
    assert.deepEqual(
      server.arrived.map(({ from, to }) => [from, to]),
      [['p@blocks.example', ['notch@example.org']]],
    )
    const rows = await site.app.db.selectFrom('setting').select('name').execute()
    assert.equal(
      rows.some(({ name }) => name === 'mail.server'),
      false,
    ) // tested, not saved
  },
)

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { endpoints, refusalsOf } from '@portal/contract'
import { bearer, outcome } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { chanceOf } from './png.ts'
import { form, putSkin, skinFile, storedTextures } from './texture-requests.ts'

/* How uploads reach the site: their form, their size, and how they are sent. */

const MIB = 1024 * 1024
const SEED = Number(process.env.FUZZ_SEED ?? 20303)

type Steve = Awaited<ReturnType<Site['player']>>

async function texturesIn({ browser, accessToken }: Steve) {
  return (await browser.get('/auth/me', bearer(accessToken))).body.user.textures
}

sqliteTest('an uploaded file may have one mebibyte', async (site) => {
  const steve = await site.player('Steve')
  const largest = Buffer.concat([skinFile(1), Buffer.alloc(MIB)]).subarray(0, MIB)
  const filling = form(skinFile(1), { note: '' })
  const note = 'x'.repeat(2 * MIB - filling.body.length)
  const requests = [
    form(largest),
    form(skinFile(1), { note }),
    form(skinFile(1), { note: `${note}x` }),
  ]

  const outcomes: string[] = []
  for (const { body, headers } of requests) {
    const sent = { ...headers, ...bearer(steve.accessToken) }
    outcomes.push(outcome(await steve.browser.send('PUT', '/cabinet/skin', body, sent)))
  }

  assert.deepEqual(outcomes, ['200', '200', '413 request.toolarge'])
})

sqliteTest('an upload without exactly one file is refused', async (site) => {
  const steve = await site.player('Steve')
  const good = form(skinFile(1))
  const text = good.body.toString('latin1')
  const type = good.headers['content-type']
  const twice = text.slice(0, text.lastIndexOf('--tailor')) + text
  const bodies: [string | Buffer | undefined, string, string][] = [
    [skinFile(1), 'image/png', '415 request.mediatype'],
    ['{}', 'application/json', '415 request.mediatype'],
    ['file=x', 'application/x-www-form-urlencoded', '415 request.mediatype'],
    [undefined, '', '400 request.invalid'],
    ['', type, '400 request.invalid'],
    [good.body, 'multipart/form-data', '400 request.invalid'],
    [good.body, 'multipart/form-data; boundary=other', '400 request.invalid'],
    [good.body.subarray(0, -9), type, '400 request.invalid'],
    [
      Buffer.from(text.replace('name="file"', 'name="skin"'), 'latin1'),
      type,
      '400 request.invalid',
    ],
    [Buffer.from(twice, 'latin1'), type, '400 request.invalid'],
  ]

  for (const [n, [body, contentType, expected]] of bodies.entries()) {
    const headers = {
      ...(contentType && { 'content-type': contentType }),
      ...bearer(steve.accessToken),
    }
    const reply = await steve.browser.send('PUT', '/cabinet/skin', body, headers)
    assert.equal(outcome(reply), expected, `body ${n}`)
  }
  assert.deepEqual(await texturesIn(steve), {})
})

sqliteTest('the refusal of an upload form names the wrong field', async (site) => {
  const steve = await site.player('Steve')
  const none = form(skinFile(1)).body.toString('latin1').replace('name="file"', 'name="other"')
  const headers = { ...form(skinFile(1)).headers, ...bearer(steve.accessToken) }

  const replies = [
    await putSkin(steve, skinFile(1), { slim: 'maybe' }),
    await steve.browser.send('PUT', '/cabinet/cape', Buffer.from(none, 'latin1'), headers),
    await steve.browser.send('PUT', '/cabinet/cape', Buffer.from('nonsense'), headers),
  ]

  assert.deepEqual(
    replies.map(({ body }) => body.fields),
    [
      [{ field: 'slim', message: 'This field is invalid.' }],
      [{ field: 'file', message: 'This field is required.' }],
      [{ field: '', message: 'The form is not valid multipart/form-data.' }],
    ],
  )
})

sqliteTest('an upload form may have unknown fields and any boundary', async (site) => {
  const steve = await site.player('Steve')
  const boundaries = [
    'x',
    '----WebKitFormBoundaryAbCdEf0123456789',
    "a'()+_,-./:=?b",
    'y'.repeat(70),
  ]

  const fields = Object.fromEntries([
    ['__proto__', 'x'],
    ['constructor', 'x'],
    ['slim', 'true'],
  ])

  for (const boundary of boundaries) {
    const { body } = form(skinFile(1), fields, boundary)
    const reply = await steve.browser.send('PUT', '/cabinet/skin', body, {
      'content-type': `multipart/form-data; boundary="${boundary}"`,
      ...bearer(steve.accessToken),
    })
    assert.deepEqual([reply.status, reply.body.textures?.skin.slim], [200, true], boundary)
  }
})

/** Opens a socket, sends the head of an upload, and lets `send` write the body. */
async function upload<T>(
  site: Site,
  steve: Steve,
  headers: Record<string, string | number>,
  send: (socket: Socket) => Promise<T>,
): Promise<T> {
  const socket = connect(await portOf(site), '127.0.0.1')
  try {
    await once(socket, 'connect')
    const lines = { host: 'localhost', ...bearer(steve.accessToken), ...headers }
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`PUT /cabinet/skin HTTP/1.1\r\n${head.join('')}\r\n`)
    return await send(socket)
  } finally {
    socket.destroy() // otherwise the server would wait for the rest and could not close
  }
}

async function portOf({ server }: Site): Promise<number> {
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
  const address = server.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function statusOn(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  await waitUntil(() => text.includes('\r\n'))
  return text.split('\r\n')[0] ?? ''
}

sqliteTest('a slow upload in small pieces succeeds and delays no other request', async (site) => {
  const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
  const { body, headers } = form(skinFile(1))
  const sized = { ...headers, 'content-length': body.length }

  const { status, other, before } = await upload(site, steve, sized, async (socket) => {
    for (let at = 0; at < body.length - 1; at += 97) {
      socket.write(body.subarray(at, Math.min(at + 97, body.length - 1)))
      assert.equal((await site.browser().get('/health/live')).status, 200)
    }
    const other = await putSkin(alex, skinFile(2))
    const before = await texturesIn(steve)
    socket.write(body.subarray(-1))
    return { status: await statusOn(socket), other, before }
  })

  assert.equal(other.status, 200)
  assert.deepEqual(before, {})
  assert.equal(status, 'HTTP/1.1 200 OK')
  assert.equal(typeof (await texturesIn(steve)).skin.url, 'string')
})

sqliteTest('an aborted upload changes nothing', async (site) => {
  const steve = await site.player('Steve')
  const { body, headers } = form(skinFile(1))
  const sized = { ...headers, 'content-length': body.length }

  for (const length of [0, 1, 200, body.length - 1]) {
    await upload(site, steve, sized, async (socket) => {
      if (length > 0) socket.write(body.subarray(0, length))
      socket.end()
      await once(socket.resume(), 'close')
    })
  }
  await upload(site, steve, { ...headers, 'transfer-encoding': 'chunked' }, async (socket) => {
    socket.write(`${body.length.toString(16)}\r\n`)
    socket.write(body)
  })
  const after = await putSkin(steve, skinFile(2))

  assert.equal(after.status, 200)
  assert.equal(Object.keys(await storedTextures(site)).length, 1)
})

sqliteTest('an upload without permission is refused before its body is sent', async (site) => {
  const steve = await site.player('Steve')
  const type = form(skinFile(1)).headers
  const asNobody = { ...steve, accessToken: 'nobody' }

  const answers = [
    await upload(site, asNobody, { ...type, 'content-length': MIB }, statusOn),
    await upload(site, steve, { ...type, 'content-length': 3 * MIB }, statusOn),
  ]

  assert.deepEqual(answers, ['HTTP/1.1 401 Unauthorized', 'HTTP/1.1 413 Payload Too Large'])
})

sqliteTest(
  'each of three hundred damaged upload forms is accepted or refused with a code of the contract',
  async (site) => {
    const chance = chanceOf(SEED)
    const below = (end: number) => Math.floor(chance() * end)
    const steve = await site.player('Steve')
    const codes: string[] = refusalsOf(endpoints.uploadSkin)
    const outcomes = new Set<string>()

    for (let count = 0; count < 300; count += 1) {
      if (count % 20 === 0) site.wait(600_000)
      const whole = form(skinFile(count), { slim: 'true' })
      const body = Buffer.from(whole.body.subarray(0, count % 3 ? undefined : below(600)))
      for (let turn = below(4); turn > 0; turn -= 1) body[below(body.length)] = below(256)
      const headers = { ...whole.headers, ...bearer(steve.accessToken) }
      const reply = await steve.browser.send('PUT', '/cabinet/skin', body, headers)

      const details = `seed ${SEED}, form ${count}: ${reply.text}`
      assert.ok(reply.status === 200 || codes.includes(reply.body.error), details)
      assert.ok(reply.status < 500, details)
      outcomes.add(outcome(reply))
    }

    const seen = ['200', '400 request.invalid', '400 texture.broken', '400 texture.notpng']
    assert.deepEqual(
      seen.filter((one) => !outcomes.has(one)),
      [],
    )
  },
  { env: { JWT_EXPIRES: '3650d', JWT_REFRESH_EXPIRES: '3650d' } },
)

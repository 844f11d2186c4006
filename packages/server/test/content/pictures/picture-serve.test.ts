import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { form, giveNode } from '../../profiles/textures/texture-requests.ts'
import { outcome } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { newsEditor } from '../news/news-editor.ts'
import { jpegFile, PLACE, pngFile, postPicture, uploaded, webpFile } from './picture-files.ts'

siteTest('a picture is public and may be cached forever', async (site) => {
  const alex = await newsEditor(site)
  const files = { 'image/png': pngFile(), 'image/jpeg': jpegFile(), 'image/webp': webpFile() }

  for (const [type, file] of Object.entries(files)) {
    const url = await uploaded(alex, file)
    const { status, headers, bytes } = await site.browser().get(url)
    const again = await site.browser().get(url, { 'if-none-match': String(headers.etag) })
    const head = await site.browser().send('HEAD', url)

    assert.match(url, /^\/pictures\/[0-9a-f]{64}\.(webp|png|jpg)$/)
    assert.deepEqual([status, bytes], [200, file])
    assert.ok(url.includes(createHash('sha256').update(bytes).digest('hex')))
    assert.deepEqual(
      [
        'content-type',
        'cache-control',
        'x-content-type-options',
        'access-control-allow-origin',
        'content-security-policy',
      ].map((name) => headers[name]),
      [
        type,
        'public, max-age=31536000, immutable',
        'nosniff',
        '*',
        "default-src 'none'; frame-ancestors 'none'",
      ],
    )
    assert.deepEqual([again.status, again.bytes.length], [304, 0])
    assert.deepEqual([head.status, head.bytes.length, head.headers['content-type']], [200, 0, type])
  }
})

sqliteTest('an invalid picture name returns 404', async (site) => {
  const alex = await newsEditor(site)
  const url = await uploaded(alex, pngFile())
  const names = [
    url.replace('.png', ''),
    url.replace('.png', '.webp'),
    url.replace('.png', '.svg'),
    url.toUpperCase().replace('/PICTURES/', '/pictures/'),
    `/pictures/${'0'.repeat(64)}.png`,
    '/pictures/..%2Fportal.db',
  ]

  const replies = await Promise.all(names.map((name) => site.browser().get(name)))

  for (const reply of replies) {
    assert.equal(outcome(reply), '404 picture.notfound')
    assert.equal(reply.headers['cache-control'], 'public, max-age=60')
  }
})

sqliteTest('a refused picture is not stored', async (site) => {
  const alex = await newsEditor(site)
  const bad = [
    Buffer.from('GIF89a'),
    pngFile(1, { width: 4097, height: 1 }),
    pngFile().subarray(0, 40),
    Buffer.concat([pngFile(), Buffer.alloc(2_000_000)]),
    Buffer.alloc(2_100_000),
  ]

  const replies = []
  for (const file of bad) replies.push(await postPicture(alex, file))

  assert.deepEqual(replies.map(outcome), [
    '400 picture.kind',
    '400 picture.size',
    '400 picture.broken',
    '400 picture.toolarge',
    '413 request.toolarge',
  ])
  assert.match(String(replies[0]?.body.message), /not animations, GIF or SVG/)
  assert.deepEqual(await site.app.db.selectFrom('picture').selectAll().execute(), [])
})

sqliteTest(
  'uploading pictures requires permission to edit news or to change settings',
  async (site) => {
    const people = {
      news: 'panel.news.edit',
      settings: 'panel.settings.edit',
      mail: 'panel.mail.manage',
    }
    const outcomes: Record<string, string> = {}
    for (const [name, node] of Object.entries(people)) {
      const player = await site.player(`${name}_1`)
      await giveNode(site, player.id, node)
      outcomes[name] = outcome(await postPicture(player, pngFile()))
    }
    const { body, headers } = form(pngFile())
    const anonymous = await site.browser().send('POST', '/admin/pictures', body, headers)

    assert.deepEqual(
      { ...outcomes, anonymous: outcome(anonymous) },
      {
        news: '200',
        settings: '200',
        mail: '403 auth.forbidden',
        anonymous: '401 auth.unauthorized',
      },
    )
  },
)

sqliteTest('uploading a picture is audited', async (site) => {
  const alex = await newsEditor(site)
  const url = await uploaded(alex, jpegFile({}, [{ marker: 0xe1, data: `Exif\0\0${PLACE}` }]))

  const { bytes } = await site.browser().get(url)
  const audits = await site.app.db
    .selectFrom('audit')
    .select(['actor', 'target'])
    .where('action', '=', 'picture.uploaded')
    .execute()

  assert.deepEqual(bytes, jpegFile())
  assert.deepEqual(audits, [{ actor: alex.id, target: url }])
})

sqliteTest(
  'an editor can upload at most 40 pictures in ten minutes and 150 a day',
  async (site) => {
    const alex = await newsEditor(site)
    const statuses: number[] = []
    const send = async (token: string, count: number) => {
      for (let n = 0; n < count; n += 1) {
        const reply = await postPicture({ ...alex, accessToken: token }, Buffer.from('GIF89a'))
        statuses.push(reply.status)
      }
    }
    const later = async () => {
      site.wait(600_000)
      return String((await alex.browser.refresh()).body.accessToken)
    }

    await send(alex.accessToken, 41)
    for (const count of [40, 40, 31]) await send(await later(), count)

    const refused = statuses.flatMap((status, n) => (status === 429 ? [n] : []))
    assert.deepEqual(refused, [40, 151])
  },
)

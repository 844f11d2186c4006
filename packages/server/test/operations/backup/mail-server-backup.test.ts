import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sendTestMail } from '../../../src/admin/mail/test-mail.ts'
import { owner } from '../../support/administrator.ts'
import { newFolder, newPlace } from '../../support/server-process.ts'
import { siteTest } from '../../support/site.ts'
import { openMailServer } from '../../support/smtp.ts'
import { backUp, openQuietly, restore } from './backup-place.ts'

const LOGIN = { user: 'portal', password: 'a very secret word' }

siteTest('a restored site sends mails through the mail server set in its panel', async (site) => {
  using folder = newFolder()
  await using smtp = await openMailServer({ login: LOGIN })
  await using place = await newPlace(site.database === 'SQLite' ? 'PostgreSQL' : 'SQLite')
  const notch = await owner(site)
  const { hostname, port } = new URL(smtp.url)
  const server = { host: hostname, port: Number(port), security: 'none', from: 'a@blocks.example' }
  await notch.send('PUT', '/admin/mail/server', { ...server, ...LOGIN })
  const file = join(folder.path, 'backup')

  await backUp(site.env, file)
  const restored = await restore(place.env, file)
  const app = await openQuietly(place.env)
  const sent = await sendTestMail(app, 'notch@example.org').finally(() => app.close())

  assert.equal(restored.code, 0, restored.stderr)
  assert.deepEqual(sent, { by: 'smtp', error: null, trouble: null })
  assert.deepEqual(
    smtp.arrived.map(({ mail }) => mail.from?.address),
    ['a@blocks.example'],
  )
  assert.equal(textOf(readFileSync(file)).includes(LOGIN.password), false)
})

/** Reads the text of an unencrypted backup. */
function textOf(file: Buffer): string {
  const at = file.indexOf(Buffer.from('1f8b08', 'hex'))
  return gunzipSync(file.subarray(at)).toString('latin1')
}

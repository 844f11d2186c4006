import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { account } from '../instances/pair.ts'
import { outcome } from '../support/browser.ts'
import { newFolder, newPlace, startPortal } from '../support/server-process.ts'
import { databases } from '../support/site.ts'

/** A script that ends the process like a power failure, after the first refresh and before its response. */
const DIES_OVER_REFRESH = `
import { ServerResponse } from 'node:http'
const end = ServerResponse.prototype.end
ServerResponse.prototype.end = function (...given) {
  if (this.req.url === '/auth/refresh' && this.statusCode === 200) process.kill(process.pid, 'SIGKILL')
  return end.apply(this, given)
}
`

for (const database of databases) {
  test(`a refresh can be repeated after its process was killed before the response (${database})`, async () => {
    using folder = newFolder()
    const fault = join(folder.path, 'fault.mjs')
    writeFileSync(fault, DIES_OVER_REFRESH)
    await using place = await newPlace(database, 'set up')
    const doomed = { ...place.env, NODE_OPTIONS: `--import=${pathToFileURL(fault)}` }
    await using first = await startPortal(doomed)
    const steve = (await first.send('POST', '/auth/register', account('Steve'))).body
    const body = { refresh_token: steve.refreshToken }

    const cut = await first.send('POST', '/auth/refresh', body).catch(() => 'no answer')
    const ended = await first.ended()
    await using next = await startPortal(place.env)
    const again = await next.send('POST', '/auth/refresh', body)
    const twice = await next.send('POST', '/auth/refresh', body)
    const successor = { refresh_token: again.body.refreshToken }
    const used = await next.send('POST', '/auth/refresh', successor)
    const over = await next.send('POST', '/auth/refresh', body)

    assert.deepEqual([cut, ended.signal], ['no answer', 'SIGKILL'])
    assert.equal(twice.body.refreshToken, again.body.refreshToken)
    const replies = [again, twice, used, over].map(({ status, body }) =>
      outcome({ status, body, headers: {}, text: '' }),
    )
    assert.deepEqual(replies, ['200', '200', '200', '401 auth.tokenreplaced'])
  })
}

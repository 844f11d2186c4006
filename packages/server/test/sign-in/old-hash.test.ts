import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { Worker } from 'node:worker_threads'
import { phpassDigest } from '../../src/credentials/password-hash/formats/phpass-digest.ts'
import { outcome } from '../support/browser.ts'
import { PASSWORD } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'

sqliteTest(
  'the server responds to other requests while a phpass hash is computed',
  async (site) => {
    await site.player('Steve')
    const param = 'Esaltsalt' // 65,536 rounds
    const stored = await site.app.passwords.hash(phpassDigest(PASSWORD, param))
    await site.app.db
      .updateTable('player')
      .set({ password_hash: `$phpass$${param}${stored}` })
      .execute()
    const send = Worker.prototype.postMessage
    const held: (() => void)[] = []
    const sending = mock.method(
      Worker.prototype,
      'postMessage',
      function hold(this: Worker, question: unknown) {
        held.push(() => send.call(this, question))
      },
    )

    const order: string[] = []
    const logins = Promise.all(
      ['wrong guess', PASSWORD].map((password) =>
        site
          .browser()
          .logIn('Steve', password)
          .finally(() => order.push('login')),
      ),
    )
    await waitUntil(() => held.length === 2)
    sending.mock.restore()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => site.browser().get('/health/live')),
    )
    order.push('health')
    for (const go of held) go()
    const [wrong, right] = await logins

    assert.deepEqual(order, ['health', 'login', 'login'])
    assert.deepEqual(new Set(answers.map(outcome)), new Set(['200']))
    assert.deepEqual(
      [wrong, right].map((reply) => reply && outcome(reply)),
      ['401 auth.wrongcredentials', '200'],
    )
  },
)

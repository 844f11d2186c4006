import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databases } from '../support/site.ts'
import { killSenders } from '../webhooks/kill-senders.ts'

for (const database of databases) {
  test(`when senders are killed, no event is lost and the events of each player stay in order (${database})`, async () => {
    const { lost, outOfOrder } = await killSenders({ database, events: 200, kills: 2, pause: 1000 })

    assert.deepEqual({ lost, outOfOrder }, { lost: 0, outOfOrder: 0 })
  })
}

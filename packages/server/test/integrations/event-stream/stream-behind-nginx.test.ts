import assert from 'node:assert/strict'
import { COMMAND_LINE } from '../../../src/audit/actor.ts'
import { change } from '../../../src/audit/change.ts'
import { findNginx, startNginx } from '../../http/nginx.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openStreamSite } from './stream-client.ts'

/** These tests need nginx; `.ci/run` installs it where it can. */
const program = process.platform === 'linux' ? findNginx() : undefined
if (program !== undefined) tellStories(program)

function tellStories(nginx: string): void {
  for (const passing of ['forwarded-for', 'as delivered'] as const) {
    sqliteTest(`nginx passes each event on immediately (${passing})`, async (site) => {
      const { port, openThrough } = await openStreamSite(site)
      await using proxy = await startNginx(nginx, [port, port], passing)
      await using stream = await openThrough(proxy)

      await change(site.app, COMMAND_LINE, async ({ emit }) => emit('role.changed', { id: 'one' }))
      await stream.until(1) // before anything else fills a buffer of nginx

      assert.deepEqual(stream.types(), ['role.changed'])
    })
  }
}

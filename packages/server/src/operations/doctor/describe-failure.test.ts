import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { freePort } from '../../../../../scripts/test/free-port.ts'
import { failureOf } from '../../platform/outbound/fetch-text.ts'
import { describeFailure } from './describe-failure.ts'
import { fetchUrl } from './fetch-url.ts'

test('the doctor describes why a request failed in words', async () => {
  const refused = await fetchUrl(`http://127.0.0.1:${await freePort()}`).catch(failureOf)
  const signal = AbortSignal.timeout(1)
  await once(signal, 'abort')

  const described = [refused, failureOf(signal.reason), 'ENOTFOUND', 'CERT_HAS_EXPIRED'].map(
    (reason) => describeFailure(String(reason)).en,
  )

  assert.deepEqual(described, [
    'connection refused',
    'timed out',
    'name not found in DNS',
    'CERT_HAS_EXPIRED',
  ])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateYggdrasil } from './check-yggdrasil.ts'

const document = (more: object) =>
  JSON.stringify({ signaturePublickey: 'PEM', skinDomains: ['play.example.org'], ...more })

test('the Yggdrasil check is bad if the skin domains lack the host of the site', () => {
  const site = 'https://play.example.org'

  assert.equal(evaluateYggdrasil(site, document({})).state, 'good')
  const early = evaluateYggdrasil(site, document({ signaturePublickey: undefined }))
  assert.deepEqual([early.state, /no key yet/.test(early.detail.en)], ['warning', true])
  const foreign = evaluateYggdrasil(site, document({ skinDomains: ['old.example.org'] }))
  assert.deepEqual([foreign.state, /not among/.test(foreign.detail.en)], ['bad', true])
  assert.equal(evaluateYggdrasil(site, '<html>Just a moment</html>').state, 'bad')
})

test('the Yggdrasil check warns about http, except in private networks', () => {
  const stateAt = (host: string) =>
    evaluateYggdrasil(`http://${host}:8080`, document({ skinDomains: [host] })).state

  for (const near of ['localhost', '127.0.0.1', '192.168.1.5', '[::1]']) {
    assert.equal(stateAt(near), 'good')
  }
  for (const far of ['play.example.org', '203.0.113.7', '10.example.org']) {
    assert.equal(stateAt(far), 'warning')
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeYggdrasil } from './check-yggdrasil.ts'

const document = (more: object) =>
  JSON.stringify({ signaturePublickey: 'PEM', skinDomains: ['play.example.org'], ...more })

test('Yggdrasil needs its key, its own host for skins, and an answer', () => {
  const site = 'https://play.example.org'

  assert.equal(judgeYggdrasil(site, document({})).state, 'good')
  const early = judgeYggdrasil(site, document({ signaturePublickey: undefined }))
  assert.deepEqual([early.state, /no key yet/.test(early.detail.en)], ['warning', true])
  const foreign = judgeYggdrasil(site, document({ skinDomains: ['old.example.org'] }))
  assert.deepEqual([foreign.state, /not among/.test(foreign.detail.en)], ['bad', true])
  assert.equal(judgeYggdrasil(site, '<html>Just a moment</html>').state, 'bad')
})

test('launchers send passwords over https, or no further than a network at home', () => {
  const stateAt = (host: string) =>
    judgeYggdrasil(`http://${host}:8080`, document({ skinDomains: [host] })).state

  for (const near of ['localhost', '127.0.0.1', '192.168.1.5', '[::1]']) {
    assert.equal(stateAt(near), 'good')
  }
  for (const far of ['play.example.org', '203.0.113.7', '10.example.org']) {
    assert.equal(stateAt(far), 'warning')
  }
})

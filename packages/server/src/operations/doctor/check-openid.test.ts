import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateOpenId } from './check-openid.ts'

test('the application check warns about http, except on localhost', () => {
  const stateAt = (url: string, isOn = true) => evaluateOpenId(url, isOn).state

  assert.equal(stateAt('https://play.example.org'), 'good')
  assert.equal(stateAt('http://localhost:8080'), 'good')
  for (const host of ['play.example.org', '192.168.1.5:8080']) {
    assert.equal(stateAt(`http://${host}`), 'warning')
    assert.equal(stateAt(`http://${host}`, false), 'good')
  }
})

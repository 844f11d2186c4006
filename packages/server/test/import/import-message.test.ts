import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ImportMessageCode, importMessages } from '@portal/contract'
import { describeMessage, importMessage } from '../../src/import/import-message.ts'

test('the English sentence of each import message contains all its data', () => {
  const detailOnly = ['access-denied', 'connection-refused', 'open-failed', 'csv-invalid']
  const codes = Object.keys(importMessages) as ImportMessageCode[] // its own keys

  for (const code of codes) {
    const names: readonly string[] = importMessages[code]
    const data = Object.fromEntries(names.map((name) => [name, `<${name}>`]))
    const sentence = describeMessage({ code, data })
    assert.deepEqual(
      sentence.match(/<\w+>/g)?.toSorted() ?? [],
      names.toSorted().map((name) => `<${name}>`),
      code,
    )
    assert.doesNotMatch(sentence, /[{}]/)
    assert.equal(sentence.replace(/<\w+>/g, '') === '', detailOnly.includes(code), code)
  }
})

test('the message about a refused skin names the reason', () => {
  const skin = importMessage('skin-refused', { refusal: 'texture.notpng' })
  const long = importMessage('email-invalid', { email: 'x'.repeat(100_000) })

  assert.equal(describeMessage(skin), 'imported without the skin: the file is not a PNG')
  assert.ok(describeMessage(long).length < 5_000)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundaryOf, readMultipart } from './multipart.ts'

function read(body: string): [string, string][] | undefined {
  const parts = readMultipart(Buffer.from(body, 'latin1'), 'b')
  return parts?.map(({ name, content }) => [name, content.toString('latin1')])
}

function part(name: string, content: string): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`
}

test('each part of a form is read, whatever bytes it contains', () => {
  const bytes = Array.from({ length: 256 }, (_, n) => String.fromCharCode(n)).join('')

  assert.deepEqual(read(`${part('file', bytes)}${part('slim', 'true')}--b--\r\n`), [
    ['file', bytes],
    ['slim', 'true'],
  ])
  assert.deepEqual(read(`${part('a', '')}${part('b', '\r\n\r\n-b--b\r\n-')}--b--`), [
    ['a', ''],
    ['b', '\r\n\r\n-b--b\r\n-'],
  ])
})

test('extra headers, a preamble and an epilogue are ignored', () => {
  const header = 'content-disposition: FORM-DATA; filename="name=x"; name=file; x=y'

  assert.deepEqual(
    read(`preamble\r\n--b\r\nContent-Type: image/png\r\n${header}\r\n\r\nx\r\n--b--epilogue`),
    [['file', 'x']],
  )
  assert.deepEqual(read('--b--'), [])
})

test('a truncated form, a nameless part and too many parts are rejected', () => {
  const whole = `${part('file', 'x')}--b--`

  for (let length = 0; length < whole.length; length += 1) {
    assert.equal(read(whole.slice(0, length)), undefined, `${length} of ${whole.length} bytes`)
  }
  assert.equal(read('--b\r\n\r\nx\r\n--b--'), undefined)
  assert.equal(
    read('--b\r\nContent-Disposition: attachment; name="file"\r\n\r\nx\r\n--b--'),
    undefined,
  )
  assert.equal(read(`${part('file', 'x').repeat(17)}--b--`), undefined)
  assert.equal(read(`${part('file', 'x').repeat(16)}--b--`)?.length, 16)
  assert.equal(
    read(`--b\r\nX: ${'x'.repeat(5000)}\r\n${part('file', 'x').slice(5)}--b--`),
    undefined,
  )
})

test('the boundary is read from the content type with or without quotes', () => {
  const types = {
    'multipart/form-data; boundary=b': 'b',
    'multipart/form-data; charset=utf-8; Boundary="a b:c"': 'a b:c',
    'multipart/form-data;boundary=----WebKitFormBoundaryAb1; x=y': '----WebKitFormBoundaryAb1',
    [`multipart/form-data; boundary=${'x'.repeat(70)}`]: 'x'.repeat(70),
  }

  assert.deepEqual(Object.keys(types).map(boundaryOf), Object.values(types))
  assert.deepEqual(
    [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=""',
    ].map(boundaryOf),
    [undefined, undefined, undefined],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { themeCss } from './theme.ts'

test('a site without wishes has no theme of its own', () => {
  assert.equal(themeCss({ accentColor: '', logoUrl: '' }), '')
})

test('a colour that can be read stays as it is by day, and grows lighter by night', () => {
  const css = themeCss({ accentColor: '#1f6f5c', logoUrl: '' })

  assert.match(css, /^:root \{ +--accent: #1f6f5c; --accent-ink: #ffffff;/)
  const night = /dark\).*--accent: (#[0-9a-f]{6}); --accent-ink: #000000/.exec(css)?.[1]
  assert.ok(night && night > '#1f6f5c')
})

test('a colour too light for white paper is darkened until it can be read', () => {
  const css = themeCss({ accentColor: '#ffe000', logoUrl: '' })

  assert.doesNotMatch(css.split('\n')[0] ?? '', /#ffe000/)
  assert.match(css, /dark\).*--accent: #ffe000/)
})

test("the owner's picture takes the place of the mark", () => {
  const css = themeCss({ accentColor: '', logoUrl: '/logo.svg' })

  assert.equal(
    css,
    ':root { --logo: url("/logo.svg"); --logo-display: block; --mark-display: none; }\n',
  )
})

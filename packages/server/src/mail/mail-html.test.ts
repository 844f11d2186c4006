import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMail } from './mail.ts'

const LETTER = {
  kind: 'activation',
  to: 'steve@example.org',
  locale: 'en',
  subject: '123456 is your code',
  paragraphs: ['Hi Steve,'],
  after: ['Enter it within an hour.'],
  code: '123456',
  button: { label: 'Open', url: 'https://play.example.org/a' },
} as const

const rendered = (site: { accentColor?: string; replyTo?: string } = {}) =>
  renderMail({ ...LETTER, site: { siteName: 'Blocks', accentColor: '', replyTo: '', ...site } })

test('a mail has the name and color of the site in both themes', () => {
  const { html } = rendered({ accentColor: '#7a3fd0' })

  assert.ok(html.includes('>Blocks</p>'))
  assert.ok(html.includes('background:#7a3fd0'))
  assert.doesNotMatch(html, /\.button \{ background/) // the button has the same color in the dark theme
  assert.match(html, /<meta name="color-scheme" content="light dark">/)
})

test('a light accent color is unchanged in a mail and has dark text', () => {
  const { html } = rendered({ accentColor: '#ffe066' })

  assert.match(html, /class="button"[^>]*background:#ffe066;color:#2[0-9a-f]{5};border:1px solid #/)
  assert.doesNotMatch(html, /border:1px solid #ffe066/)
})

test('a mail loads no external content', () => {
  const { html } = rendered()

  assert.doesNotMatch(html, /\bsrc=|url\(|@import|<link|<img/)
})

test('the parts of a mail have the same order in text and in HTML', () => {
  const { html, text } = rendered()

  assert.match(html, /<p class="code"[^>]*monospace[^>]*user-select:all[^>]*>123456<\/p>/)
  const order = ['Hi Steve,', '123456', 'https://play.example.org/a', 'Enter it', 'Nobody reads']
  for (const form of [text, html.slice(html.indexOf('<body'))]) {
    const places = order.map((part) => form.indexOf(part))
    assert.ok(places.every((place) => place >= 0))
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    )
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { themeCss } from './theme.ts'

const NONE = { accentColor: '', secondColor: '', logoUrl: '', homePicture: '' }

test('a site without branding has no theme of its own', () => {
  assert.equal(themeCss(NONE), '')
})

test('a readable accent color is unchanged in the light theme', () => {
  const css = themeCss({ ...NONE, accentColor: '#1f6f5c' })

  assert.match(css, /^:root \{ --accent: #1f6f5c; --accent-fill: #1f6f5c; --accent-ink: #ffffff;/)
  const night = /dark\).*--accent: (#[0-9a-f]{6});/.exec(css)?.[1]
  assert.ok(night && night > '#1f6f5c')
})

test('a filled surface has exactly the accent color in both themes', () => {
  const css = themeCss({ ...NONE, accentColor: '#ffe066' })

  assert.deepEqual(css.match(/--accent-fill: [^;]*/g), ['--accent-fill: #ffe066'])
  assert.match(css, /--accent-ink: #2[0-9a-f]{5};/)
  assert.doesNotMatch(css.split('\n')[0] ?? '', /--accent: #ffe066/)
  assert.match(css, /dark\).*--accent: #ffe066/)
})

test('a fill in the color of the background has a visible edge', () => {
  const [day = '', night = ''] = themeCss({ ...NONE, accentColor: '#ffffff' }).split('\n')
  const [, dark = ''] = themeCss({ ...NONE, accentColor: '#000000' }).split('\n')

  assert.doesNotMatch(day, /--accent-edge: #ffffff/)
  assert.match(night, /--accent-edge: #ffffff/)
  assert.doesNotMatch(dark, /--accent-edge: #000000/)
})

test('text on a dark second color of the theme is white', () => {
  const css = themeCss({ ...NONE, secondColor: '#2040a0' })

  assert.equal(css, ':root { --second: #2040a0; --second-ink: #ffffff; }\n')
})

test('the owner’s logo replaces the default mark', () => {
  const css = themeCss({ ...NONE, logoUrl: '/logo.svg' })

  assert.equal(
    css,
    ':root { --logo: url("/logo.svg"); --logo-display: block; --mark-display: none; }\n',
  )
})

test('the picture of the home page replaces the default picture', () => {
  const css = themeCss({ ...NONE, homePicture: '/pictures/a' })

  assert.match(css, /--picture: url\("\/pictures\/a"\);/)
  assert.match(css, /--scene-display: none;/)
})

test('phones load the smaller version of the home page picture', () => {
  const css = themeCss({ ...NONE, homePicture: '/pictures/a.webp#/pictures/b.webp' })
  const forged = themeCss({ ...NONE, homePicture: '/pictures/a.webp#/pictures/b")}.webp' })

  assert.match(css, /^:root \{ --picture: url\("\/pictures\/a\.webp"\); --scene-display: none; \}/)
  assert.match(css, /@media \(max-width: 640px\).*\{ --picture: url\("\/pictures\/b\.webp"\); \}/)
  assert.doesNotMatch(forged, /@media \(max-width/)
})

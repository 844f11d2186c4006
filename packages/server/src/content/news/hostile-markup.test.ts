import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unsafeElementsIn } from '../../../test/http/browser-view.ts'
import { Refusal } from '../../platform/errors.ts'
import type { NewsFormat } from './news.ts'
import { renderBody } from './render-news.ts'

const SITE = 'https://play.example.org'
const DEEP = 10_000
const LARGEST = 100_000

function render(body: string, format: NewsFormat = 'html') {
  return renderBody({ body, format }, SITE)
}

function depthOf(html: string): number {
  let depth = 0
  let deepest = 0
  for (const [, slash] of html.matchAll(/<(\/?)(?!br|hr|img)\w+[^>]*>/g)) {
    depth += slash ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  assert.equal(depth, 0)
  return deepest
}

const nests = ['<div>', '<b>', '<p><b>', '<ul><li>', '<table><tr><td>', '<blockquote>', '<x>']
for (const nest of nests) {
  test(`${nest} nested ${DEEP} deep is parsed and flattened below the depth limit`, async () => {
    const { html, plainText } = await render(`${nest.repeat(DEEP)}word`)

    assert.equal(plainText.replace('•', '').trim(), 'word')
    assert.deepEqual([depthOf(html) <= 64, unsafeElementsIn(html)], [true, []])
  })
}

for (const nest of ['> ', '- ', '> - ', '1. ', '[', '![', '**a ', '<b>']) {
  test(`"${nest}" nested ${DEEP} deep in Markdown is rendered without an error`, async () => {
    const { html } = await render(`${nest.repeat(DEEP)}word`, 'markdown')

    assert.deepEqual([depthOf(html) <= 64, unsafeElementsIn(html)], [true, []])
  })
}

/** Texts whose repetition makes a naive parser read the same characters again and again. */
const units = [
  ...[
    '<',
    '</',
    '<a',
    '<a href="',
    '<!--',
    '<!',
    '<?',
    '<![CDATA[',
    '&',
    '&#',
    '&amp',
    '</p>',
    '</b>',
  ],
  ...[
    '<p>',
    '<b><i></b>',
    '<td>',
    '<li>',
    '<a href=//a>b',
    '<svg>',
    '<script>',
    '<style><!--',
    '<pre>\n',
  ],
  ...[
    '*',
    '_',
    '*a_ ',
    '**a',
    '`',
    '`a``',
    '~~a',
    '[',
    '](',
    '[](',
    '[]((',
    '![](',
    '[a]: b\n',
    '[a]',
  ],
  ...['> ', '- ', '1. ', '#', '\n', ' ', '\t', '\\', '|', '|-', '\n|', '~~~\n', 'http://', 'a@b '],
  ...['"', '(', '<a@b', '[a](b "', '- a\n ', '* a\n  * b\n', '\u00a0', '😀', '\u202e'],
]

for (const format of ['html', 'markdown'] as const) {
  test(`${LARGEST} characters of any repeated unit of ${format} render to bounded output`, async () => {
    const wrong: object[] = []
    for (const unit of units) {
      const source = unit.repeat(LARGEST / unit.length)
      const { html, plainText } = await render(source, format)
      const [largest, dangers] = [Math.max(html.length, plainText.length), unsafeElementsIn(html)]
      if (largest > 20 * LARGEST || dangers.length > 0) wrong.push({ unit, largest, dangers })
    }

    assert.deepEqual(wrong, [])
  })
}

test('Markdown that uses a long link reference too often is refused', async () => {
  const address = `https://a.example/${'x'.repeat(2000)}`
  const bodies = [
    `[a]: ${address}\n\n${'[a] '.repeat(20_000)}`,
    `[a]: /b "${'x'.repeat(50_000)}"\n\n${'[a] '.repeat(10_000)}`,
    `[a]: ${address}\n\n${'![a] '.repeat(20_000)}`,
  ]

  for (const body of bodies) {
    await assert.rejects(render(body, 'markdown'), (error) => {
      assert.ok(error instanceof Refusal)
      const fields = [{ field: 'body', keyword: 'links' }]
      assert.deepEqual([error.code, error.details.fields], ['request.invalid', fields])
      return true
    })
  }
})

const shards = [
  ...[
    '<',
    '>',
    '"',
    "'",
    '/',
    '=',
    ' ',
    '\n',
    '`',
    '-->',
    ']]>',
    '&lt;',
    '&#x3c;',
    '&quot;',
    '\u0000',
  ],
  ...[
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<a href="',
    'javascript:',
    'data:text/html,',
    '<img src=',
    ' alt="',
    '<img src=/a alt="',
    '&quot; onerror=alert(1) ',
  ],
  ...[
    ' onerror=alert(1)',
    ' style="',
    '<svg>',
    '</svg>',
    '<math>',
    '<mtext>',
    '<mglyph>',
    '<style>',
  ],
  ...[
    '</style>',
    '<script>',
    '</script>',
    '<!--',
    '<![CDATA[',
    '<title>',
    '</title>',
    '<textarea>',
  ],
  ...[
    '</textarea>',
    '<noscript>',
    '</noscript>',
    '<select>',
    '<option>',
    '<table>',
    '<tr>',
    '<td>',
  ],
  ...[
    '</table>',
    '<caption>',
    '<form>',
    '<template>',
    '</template>',
    '<plaintext>',
    '<xmp>',
    '</xmp>',
  ],
  ...[
    '<foreignObject>',
    '<annotation-xml encoding="text/html">',
    '<iframe srcdoc="',
    '<br>',
    '<li>',
  ],
  ...[
    '[a](',
    ')',
    '![',
    '](',
    '**',
    '> ',
    '- ',
    '```\n',
    '|a|b|\n|-|-|\n',
    'https://a.example',
    'a',
  ],
]

/** Yields pseudo-random numbers (Park–Miller), the same for each seed, so that failures can be reproduced. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 48_271) % 2_147_483_647
    yield state
  }
}

for (const format of ['html', 'markdown'] as const) {
  test(`random ${format} renders to allowed elements only`, async () => {
    const random = numbers(20_300_101)
    const wrong: object[] = []
    for (let count = 0; count < 3000; count += 1) {
      const length = 1 + (random.next().value % 24)
      const parts = Array.from({ length }, () => shards[random.next().value % shards.length])
      const body = parts.join('')
      const { html, plainText } = await render(body, format)
      const dangers = unsafeElementsIn(html)
      const untidy = /\n{3}|[ \t]\n|^\s|\s$/.test(plainText)
      if (dangers.length > 0 || untidy) wrong.push({ body, html, plainText, dangers })
    }

    assert.deepEqual(wrong, [])
  })
}

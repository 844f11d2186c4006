import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderBody, renderTitle } from './render-news.ts'

const SITE = 'https://play.example.org'

type Row = readonly [what: string, source: string, text: string]

const fromHtml: readonly Row[] = [
  ['text alone', 'Hello', 'Hello'],
  ['nothing', '', ''],
  ['marks inside a word', 'un<b>believ</b><i>able</i>', 'unbelievable'],
  ['paragraphs', '<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['paragraphs that nobody closed', '<p>One<p>Two', 'One\n\nTwo'],
  ['a heading', '<h2>News</h2>Text', 'News\n\nText'],
  ['blocks without a margin', '<div>a</div><div>b<div>c</div></div>', 'a\nb\nc'],
  ['a line break', 'a<br>b<br/>c', 'a\nb\nc'],
  ['many line breaks', 'a<br><br><br><br>b', 'a\n\nb'],
  ['empty paragraphs', '<p>a</p><p></p><p>&nbsp;</p><p> </p><p>b</p>', 'a\n\nb'],
  ['white space of the source', '  a \n\t b\r\n\r\n c  ', 'a b c'],
  ['a space between marks', '<b>a</b> <i>b</i>', 'a b'],
  ['a list', '<ul><li>a</li><li>b</li></ul>', '• a\n• b'],
  ['a list nobody closed', 'Now:<ul><li>a<li>b', 'Now:\n\n• a\n• b'],
  ['a numbered list', '<ol><li>a</li><li>b</li></ol>', '• a\n• b'],
  ['a list in a list', '<ul><li>a<ul><li>b<li>c</ul><li>d</ul>', '• a\n  • b\n  • c\n• d'],
  ['paragraphs in a list', '<ul><li><p>a</p><li><p>b</p></ul><p>c</p>', '• a\n• b\n\nc'],
  ['an item of a list alone', '<ul><li><ul><li>a</ul></ul>', '• a'],
  ['empty items', '<ul><li></li><li>a</li><li> </li></ul>b', '• a\n\nb'],
  ['a link', '<a href="https://a.example/x">here</a>!', 'here (https://a.example/x)!'],
  [
    'a link that is its text',
    '<a href=https://a.example>https://a.example</a>',
    'https://a.example',
  ],
  [
    'the same but for a slash',
    '<a href=https://a.example/>https://a.example</a>',
    'https://a.example',
  ],
  [
    'a link in a list',
    '<ul><li><a href="https://a.example">https://a.example</a></ul>',
    '• https://a.example',
  ],
  ['a link of this site', '<a href="/rules">Rules</a>', 'Rules (https://play.example.org/rules)'],
  ['a mailbox', '<a href="mailto:a@b.example">a@b.example</a>', 'a@b.example'],
  ['a mailbox by another name', '<a href="mailto:a@b.example">us</a>', 'us (mailto:a@b.example)'],
  ['a link around nothing', '<a href="https://a.example"><img src=x></a>', 'https://a.example'],
  ['a link to nowhere', '<a name=x>a</a> <a href="#x">b</a> <a href="">c</a>', 'a b c'],
  ['a link that is a script', '<a href="javascript:alert(1)">a</a>', 'a'],
  [
    'links in links',
    '<a href="https://a.example">a<a href="https://b.example">b</a>',
    'a (https://a.example)b (https://b.example)',
  ],
  [
    'an address with signs that show nothing',
    '<a href="https://a.example/\u202egnp">a</a>',
    'a (https://a.example/%E2%80%AEgnp)',
  ],
  ['an address in Russian', '<a href="https://сайт.рф/мир">сайт</a>', 'сайт (https://сайт.рф/мир)'],
  ['a picture', 'a <img src="x.png" alt="the map"> b', 'a the map b'],
  ['a table', '<table><tr><th>a<th>b<tr><td>1<td>2</table>c', 'a\tb\n1\t2\n\nc'],
  ['spaces in a table', '<table> <tr> <td> a </td> <td> b </td> </tr> </table>', 'a\tb'],
  ['tables in a table', '<table><tr><td>a<table><tr><td>b<tr><td>c</table>d</table>', 'a\tb\tc d'],
  ['empty cells', '<table><tr><td></td><td>b</td><td></td><td>d<tr><td></table>e', 'b\td\n\ne'],
  ['blocks in a table', '<table><tr><td><p>a</p><p>b</p><td>1<br>2</table>', 'a b\t1 2'],
  [
    'a table with a caption and parts',
    '<table><caption>T</caption><thead><tr><th>a</thead><tbody><tr><td>1</tbody></table>',
    'T\na\n1',
  ],
  ['text as it stands', '<pre>a\n  b\n\n\n\nc  </pre>', 'a\n  b\n\nc'],
  ['a quotation', 'a<blockquote>b</blockquote>c', 'a\n\nb\n\nc'],
  ['a rule', 'a<hr>b', 'a\n\nb'],
  ['definitions', '<dl><dt>a<dd>b</dl>', 'a\nb'],
  ['named entities', '&lt;b&gt; &amp; &quot;x&quot; &copy;&mdash;&hellip;', '<b> & "x" ©—…'],
  ['numeric entities', '&#65;&#x42;&#x1F600;&#1071;', 'AB😀Я'],
  ['entities without an end', 'a &amp b &lt c &unknown; &', 'a & b < c &unknown; &'],
  ['entities encoded twice', '&amp;lt;b&amp;gt; &amp;amp;', '&lt;b&gt; &amp;'],
  ['entities of what is no character', 'a&#0;b&#xD800;c&#x110000;d', 'a\ufffdb\ufffdc\ufffdd'],
  ['control characters', 'a&#1;b\u0007c&#x7f;d', 'abcd'],
  ['a space that does not break', 'a&nbsp;&nbsp;b', 'a\u00a0\u00a0b'],
  ['scripts and styles', 'a<script>b</script><style>c</style>d', 'ad'],
  ['a script that contains a tag', 'a<script>if (x < "</b>") y()</script>b', 'ab'],
  ['comments', 'a<!-- <b>x</b> -->b<!-->c<!--->d<!-- -- > -->e', 'abcde'],
  ['a comment nobody closed', 'a<!-- b', 'a'],
  ['character data', 'a<![CDATA[b]]>c<?php d ?>e<!doctype html>f', 'acef'],
  [
    'what only code reads',
    'a<svg><text>b</text></svg><math><mi>c</mi></math><template>d</template>e',
    'ae',
  ],
  [
    'fields of a form',
    '<form>a<select><option>b</select><textarea>c</textarea><input value=d></form>',
    'a',
  ],
  ['tags that do not exist', '<player>Steve</player> <x-y z>a</x-y>', 'Steve a'],
  ['tags closed in the wrong order', '<b><i>a</b>b</i></p>c', 'ab\n\nc'],
  ['half a tag', 'a <b', 'a'],
  ['half an attribute', 'a <a href="https://a.example', 'a'],
  ['signs that begin no tag', '1 < 2 > 0, I <3 you, a<', '1 < 2 > 0, I <3 you, a<'],
  ['letters of any case', '<P>A</P><ScRiPt>b</sCrIpT><UL><LI>c</UL>', 'A\n\n• c'],
  ['emoji', '<p>👨‍👩‍👧‍👦 🇷🇺</p>', '👨‍👩‍👧‍👦 🇷🇺'],
  ['from right to left', '<p dir="rtl">مرحبا <b>בעולם</b></p>', 'مرحبا בעולם'],
]

const fromMarkdown: readonly Row[] = [
  ['headings and paragraphs', '# A\n\nb\nc\n\nB\n===\nd', 'A\n\nb c\n\nB\n\nd'],
  ['marks', '**a** _b_ ~~c~~ `d` \\*e\\*', 'a b c d *e*'],
  ['lists', '- a\n- b\n  1. c\n  2. d\n\n* e\n\n* f', '• a\n• b\n  • c\n  • d\n\n• e\n• f'],
  [
    'links',
    '[a](https://a.example "t") <https://b.example>',
    'a (https://a.example) https://b.example',
  ],
  [
    'references',
    '[a], [b][a]\n\n[a]: https://a.example',
    'a (https://a.example), b (https://a.example)',
  ],
  ['bare addresses', 'on https://сайт.рф/мир, at mod.pro', 'on https://сайт.рф/мир, at mod.pro'],
  [
    'a link that is a script',
    '[a](javascript:alert(1)) [b](<java\tscript:x>)',
    '[a](javascript:alert(1)) b',
  ],
  ['pictures', '![the map](https://a.example/x.png)', 'the map'],
  ['code', '```js\nif (a < b) {\n  c()\n}\n```', 'if (a < b) {\n  c()\n}'],
  ['tables', '|a|b|\n|-|-|\n|1|2|', 'a\tb\n1\t2'],
  ['quotations and rules', '> a\n> > b\n\n---\n\nc', 'a\n\nb\n\nc'],
  ['raw HTML', '<div>a</div>\n\nb <b onclick=x>c</b><script>d</script>', 'a\n\nb c'],
  ['entities', '&lt;b&gt; &amp;lt; `&amp;`', '<b> &lt; &amp;'],
  ['line breaks', 'a  \nb\\\nc', 'a\nb\nc'],
]

for (const [format, rows] of [
  ['html', fromHtml],
  ['markdown', fromMarkdown],
] as const) {
  for (const [what, source, text] of rows) {
    test(`${format} becomes plain text: ${what}`, async () => {
      const { plainText } = await renderBody({ body: source, format }, SITE)

      assert.equal(plainText, text)
    })
  }
}

test('a title is one line without markup', async () => {
  const titles = [
    ['html', '<b>Season</b>\n<i>two</i>', 'Season two'],
    ['html', 'a<br>b<p>c</p><ul><li>d</ul>', 'a b c d'],
    ['html', '<a href="https://a.example">Fish</a> &amp; <script>x</script>chips', 'Fish & chips'],
    ['html', '**a** [b](https://a.example)', '**a** [b](https://a.example)'],
    [
      'markdown',
      '**Season** _two_ & [more](https://a.example) <u>now</u>',
      'Season two & more now',
    ],
    ['markdown', '1. Сезон', '1. Сезон'],
    ['markdown', '#1 of 3', '#1 of 3'],
  ] as const

  const plain = await Promise.all(
    titles.map(([format, title]) => renderTitle({ title, format }, SITE)),
  )

  assert.deepEqual(
    plain,
    titles.map(([, , text]) => text),
  )
})

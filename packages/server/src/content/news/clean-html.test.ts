import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unsafeElementsIn } from '../../../test/http/browser-view.ts'
import { renderBody } from './render-news.ts'

const SITE = 'https://play.example.org'
const REL = 'rel="noopener nofollow"'

type Row = readonly [what: string, source: string, html: string]

const kept: readonly Row[] = [
  ['headings', '<h1>a</h1><h6>b</h6>', '<h1>a</h1><h6>b</h6>'],
  [
    'marks',
    '<b>a</b><i>b</i><strong>c</strong><em>d</em><u>e</u><s>f</s>',
    '<b>a</b><i>b</i><strong>c</strong><em>d</em><u>e</u><s>f</s>',
  ],
  [
    'lists',
    '<ol start="3"><li>a</li></ol><ul><li>b</li></ul>',
    '<ol start="3"><li>a</li></ol><ul><li>b</li></ul>',
  ],
  [
    'tables',
    '<table><tr><td colspan=2>a<td rowspan="3">b</table>',
    '<table><tr><td colspan="2">a</td><td rowspan="3">b</td></tr></table>',
  ],
  ['code', '<pre><code class="js">a\n b</code></pre>', '<pre><code>a\n b</code></pre>'],
  [
    'links',
    '<a href="https://a.example/x?a=1&b=2" target=_blank>a</a>',
    `<a href="https://a.example/x?a=1&amp;b=2" ${REL}>a</a>`,
  ],
  ['mailboxes', '<a href="mailto:a@b.example">a</a>', `<a href="mailto:a@b.example" ${REL}>a</a>`],
  [
    'links of this site',
    '<a href=/rules>a</a>',
    `<a href="https://play.example.org/rules" ${REL}>a</a>`,
  ],
  [
    'pictures',
    '<img src="http://a.example/x.png" alt=\'"b"\' width=9>',
    '<img src="http://a.example/x.png" alt="&quot;b&quot;">',
  ],
  ['entities', '&lt;b&gt; &amp;amp; &quot;', '&lt;b&gt; &amp;amp; &quot;'],
  ['blocks of other names', '<section>a</section><center>b</center>', '<div>a</div><div>b</div>'],
  ['what was never closed', '<p><b>a', '<p><b>a</b></p>'],
  ['text of unknown elements', '<font color=red>a</font><blink>b</blink>', 'ab'],
]

/** Markup that would execute or load something, or imitate a part of the site. */
const removed: readonly Row[] = [
  ['a script', 'a<script>alert(1)</script>b', 'ab'],
  ['a script in other letters', 'a<ScRiPt >alert(1)</sCrIpT\n>b', 'ab'],
  ['a script in a script', '<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
  ['a script nobody closed', 'a<script>alert(1)', 'a'],
  ['a script with a slash', 'a<script/x>alert(1)</script>b', 'ab'],
  ['handlers', '<p onclick="x()" ONLOAD=x()>a</p>', '<p>a</p>'],
  [
    'handlers behind slashes',
    '<img/src="https://a.example/x.png"/onerror=alert(1)>',
    '<img src="https://a.example/x.png">',
  ],
  [
    'handlers behind quotes',
    '<img src="https://a.example/x"y="z"onerror=alert(1)>',
    '<img src="https://a.example/x">',
  ],
  [
    'handlers in a value',
    '<img src="https://a.example/x" alt="&quot; onerror=alert(1) x=&quot;">',
    '<img src="https://a.example/x" alt="&quot; onerror=alert(1) x=&quot;">',
  ],
  ['style, class and id', '<p style="position:fixed" class=x id=y name=z>a</p>', '<p>a</p>'],
  ['a style sheet', '<style>@import "//evil";</style>a', 'a'],
  ['javascript:', '<a href="javascript:alert(1)">a</a>', 'a'],
  ['javascript: in other letters', '<a href="JaVaScRiPt:alert(1)">a</a>', 'a'],
  ['javascript: with white space', '<a href=" \n\tjava\n\tscript\r:alert(1)">a</a>', 'a'],
  ['javascript: in entities', '<a href="&#106;&#x61;vascript&colon;alert(1)">a</a>', 'a'],
  ['javascript: in entities without an end', '<a href="&#0000106avascript&#58alert(1)">a</a>', 'a'],
  ['javascript: with a tab entity', '<a href="java&Tab;script&NewLine;:alert(1)">a</a>', 'a'],
  ['javascript: behind control characters', '<a href="\u0001\u001fjavascript:alert(1)">a</a>', 'a'],
  ['javascript: with a zero byte', '<a href="java\u0000script:alert(1)">a</a>', 'a'],
  ['javascript: without quotes', '<a href=javascript:alert(1)>a</a>', 'a'],
  [
    'javascript: twice',
    '<a href="https://a.example" href="javascript:x">a</a>',
    `<a href="https://a.example/" ${REL}>a</a>`,
  ],
  ['vbscript:', '<a href="vbscript:msgbox(1)">a</a>', 'a'],
  ['data: in a link', '<a href="data:text/html,<script>alert(1)</script>">a</a>', 'a'],
  ['data: in a picture', '<img src="data:image/svg+xml,<svg onload=alert(1)>">a', 'a'],
  [
    'blob: and file:',
    '<a href="blob:https://a.example/x">a</a><a href="file:///etc/passwd">b</a>',
    'ab',
  ],
  [
    'a host that only looks like one',
    '<a href="https://bank.example@evil.example/">a</a><a href="https://:b@evil.example">b</a><img src="//u:p@a.example/x">',
    'ab',
  ],
  [
    'backslashes and controls',
    '<a href="https:\\\\evil.example">a</a><a href="/\\evil.example">b</a><a href="https://a.example/&#9;x">c</a>',
    'abc',
  ],
  ['a mailbox as a picture', '<img src="mailto:a@b.example">a', 'a'],
  [
    'another host by two slashes',
    '<a href="//evil.example">a</a>',
    `<a href="https://evil.example/" ${REL}>a</a>`,
  ],
  [
    'its own rel',
    '<a href="https://a.example" rel="opener">a</a>',
    `<a href="https://a.example/" ${REL}>a</a>`,
  ],
  [
    'frames',
    '<iframe srcdoc="<script>x</script>">a</iframe><frameset><frame src=x></frameset>b',
    'b',
  ],
  ['objects', '<object data=x>a</object><embed src=x><applet>b</applet>c', 'c'],
  ['forms', '<form action=x><input autofocus onfocus=x><button>a</button></form>', '<div>a</div>'],
  [
    'pages',
    '<base href="//evil"><meta http-equiv=refresh content=0><link rel=stylesheet href=x>a',
    'a',
  ],
  [
    'pictures that are programs',
    'a<svg onload=x><script>y</script><a xlink:href="javascript:z">b</a></svg>c',
    'ac',
  ],
  ['formulas', 'a<math><mtext><img src=x onerror=y></mtext></math>b', 'ab'],
  [
    'sound and film',
    'a<video poster=x onerror=y><source src=z></video><audio src=x></audio>b',
    'ab',
  ],
  ['comments', 'a<!--[if IE]><script>x</script><![endif]-->b<!--><i>c</i>-->', 'ab<i>c</i>--&gt;'],
  ['a comment that ends early', '<!--><script>x</script>-->a', '--&gt;a'],
  ['mutation by noscript', '<noscript><p title="</noscript><i onclick=x>"></noscript>a', 'a'],
  ['mutation by a title', '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">', ''],
  [
    'mutation by formulas',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<div></div><div></div>',
  ],
  [
    'mutation by foreign text',
    '<math><mi><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '',
  ],
  ['mutation by xmp', '<xmp><p title="</xmp><i onclick=x>">', '<i>&quot;&gt;</i>'],
  [
    'mutation by a text area',
    '<textarea><img title="</textarea><i onclick=x>"></textarea>a',
    '<i>&quot;&gt;a</i>',
  ],
  [
    'mutation by a list of choices',
    '<select><template><style><!--</style><a rel="--></style></template></select><img src=x onerror=y>">b</a></template></select>c',
    'c',
  ],
  ['mutation by plain text', 'a<plaintext><img src=x onerror=y>', 'a'],
  ['a tag in an attribute', '<p title="<script>x</script>">a</p>', '<p>a</p>'],
  ['a tag without an end', 'a<img src=x onerror=y', 'a'],
  [
    'an element of the prototype',
    '<constructor>a</constructor><toString href=x>b</toString>',
    'ab',
  ],
  [
    'an attribute of the prototype',
    '<a __proto__="x" constructor=y href="https://a.example">a</a>',
    `<a href="https://a.example/" ${REL}>a</a>`,
  ],
  [
    'numbers that are none',
    '<td colspan="1e9" rowspan="-1">a</td><ol start="x"></ol>',
    '<td>a</td><ol></ol>',
  ],
]

for (const [title, rows] of [
  ['keeps', kept],
  ['removes', removed],
] as const) {
  for (const [what, source, html] of rows) {
    test(`rendered HTML: ${title} ${what}`, async () => {
      const page = await renderBody({ body: source, format: 'html' }, SITE)

      assert.deepEqual([page.html, unsafeElementsIn(page.html)], [html, []])
    })
  }
}

test('Markdown links bare URLs and keeps no script', async () => {
  const body = 'https://a.example v1.pro\n\n<b onclick="x()">b</b> ![c](/d.png) [e](vbscript:f)'

  const { html } = await renderBody({ body, format: 'markdown' }, SITE)

  const link = `<a href="https://a.example/" ${REL}>https://a.example</a>`
  const picture = '<img src="https://play.example.org/d.png" alt="c">'
  assert.equal(html, `<p>${link} v1.pro</p>\n<p><b>b</b> ${picture} [e](vbscript:f)</p>`)
})

test('a link is removed if its URL is longer than 2048 characters', async () => {
  const address = (length: number) => 'https://a.example/'.padEnd(length, 'x')
  const body = [2048, 2049].map((length) => `<a href="${address(length)}">a</a>`).join('')

  const { html, plainText } = await renderBody({ body, format: 'html' }, SITE)

  assert.equal(html, `<a href="${address(2048)}" ${REL}>a</a>a`)
  assert.equal(plainText, `a (${address(2048)})a`)
})

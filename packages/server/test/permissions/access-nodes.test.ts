import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bySpecificity,
  matches,
  type Node,
  parseNode,
  parsePermission,
  segmentsOf,
} from '@portal/contract/node'

function node(text: string): Node {
  return parseNode(text) ?? assert.fail(`${text} is not a node`)
}

test('a node is stored in lower case, with - for a denial', () => {
  const forms: Record<string, string> = {
    'player.skin.hd': 'player.skin.hd',
    'Player.SKIN.Hd': 'player.skin.hd',
    '-player.skin.hd': '-player.skin.hd',
    '!player.skin.hd': '-player.skin.hd',
    '!Player.*': '-player.*',
    '*': '*',
    '-*': '-*',
    '!*': '-*',
    'a.*': 'a.*',
    '*.b': '*.b',
    'a.*.c': 'a.*.c',
    '*.*.*': '*.*.*',
    fly: 'fly',
    'essentials.fly-fast_2': 'essentials.fly-fast_2',
    '--odd': '--odd',
    '!-odd': '--odd',
    'launcher.build.Main': 'launcher.build.main',
    'launcher.build.Beta.2': 'launcher.build.beta.2',
    '-launcher.build.1.21.4-rc1': '-launcher.build.1.21.4-rc1',
    'launcher.build.*': 'launcher.build.*',
    'launcher.build..': 'launcher.build..',
    'launcher.build': 'launcher.build',
  }

  const read = Object.keys(forms).map((text) => parseNode(text)?.text)

  assert.deepEqual(read, Object.values(forms))
})

test('malformed text is not a node', () => {
  const wrong = [
    ...['', ' ', '-', '!', '.', 'a.', '.a', 'a..b', 'a b', ' a', 'a ', 'a\n', 'a\u0000'],
    ...['a*', '*a', 'a.b*', 'a.*b.c', '**', 'a.**', 'a,b', 'a/b', 'a:b', 'a.?', 'a.(b)', '$a'],
    ...['!!a', '-!a', '+a', 'é', 'право', 'a.б', '𝕒', '\u212aernel.x', 'panel.\u0130', 'a.ſ'],
    ...['launcher.build.', 'launcher.build.a b', 'launcher.build.a*', 'launcher.build.a.*'],
    ...[`launcher.build.${'x'.repeat(65)}`, 'x'.repeat(257), `${'a.'.repeat(128)}b`],
  ]

  const read = wrong.filter((text) => parseNode(text) !== undefined)

  assert.deepEqual(read, [])
  assert.equal(parseNode('x'.repeat(256))?.text.length, 256)
})

test('a node is a permission only if it allows and has no wildcards', () => {
  const read = ['a.B', 'fly', 'launcher.build.Beta.2', '-a', '!a', 'a.*', '*', 'a b', ''].map(
    parsePermission,
  )

  assert.deepEqual(read, [
    ['a', 'b'],
    ['fly'],
    ['launcher', 'build', 'beta.2'],
    ...Array(6).fill(undefined),
  ])
})

const MATCHES: [node: string, permission: string, matches: boolean][] = [
  ['a', 'a', true],
  ['a', 'b', false],
  ['a', 'a.b', false],
  ['a.b', 'a', false],
  ['a.b', 'a.b', true],
  ['-a.b', 'a.b', true],
  ['a.b', 'a.c', false],
  ['a.b', 'a.b.c', false],
  ['a.b', 'b.a', false],
  ['a.*', 'a', false],
  ['a.*', 'a.b', true],
  ['a.*', 'a.b.c', true],
  ['a.*', 'a.b.c.d.e.f', true],
  ['a.*', 'b.c', false],
  ['a.*', 'ab.c', false],
  ['a.b.*', 'a.b', false],
  ['a.b.*', 'a.b.c', true],
  ['a.b.*', 'a.c.b', false],
  ['*', 'a', true],
  ['*', 'a.b', true],
  ['*', 'a.b.c.d', true],
  ['*.b', 'a.b', true],
  ['*.b', 'c.b', true],
  ['*.b', 'b', false],
  ['*.b', 'a.c.b', false],
  ['*.b', 'a.b.c', false],
  ['a.*.c', 'a.b.c', true],
  ['a.*.c', 'a.c', false],
  ['a.*.c', 'a.b.b.c', false],
  ['a.*.c', 'a.b.d', false],
  ['a.*.*', 'a.b', false],
  ['a.*.*', 'a.b.c', true],
  ['a.*.*', 'a.b.c.d', true],
  ['*.*', 'a', false],
  ['*.*', 'a.b', true],
  ['*.b.*', 'a.b', false],
  ['*.b.*', 'a.b.c', true],
  ['*.b.*', 'a.b.c.d', true],
  ['*.b.*', 'a.c.b', false],
  ['*.b.*.d', 'a.b.c.d', true],
  ['*.b.*.d', 'a.b.d', false],
  ['launcher.build.main', 'launcher.build.main', true],
  ['launcher.build.*', 'launcher.build.main', true],
  ['launcher.build.*', 'launcher.build.beta.2', true],
  ['launcher.build.beta.2', 'launcher.build.beta.2', true],
  ['launcher.build.beta', 'launcher.build.beta.2', false],
  ['launcher.*', 'launcher.build.beta.2', true],
  ['launcher.*.*', 'launcher.build.beta.2', true],
  ['launcher.*.*.*', 'launcher.build.beta.2', false],
  ['*.build.*', 'launcher.build.beta.2', true],
  ['*.*.beta.2', 'launcher.build.beta.2', false],
  ['*.*.*.2', 'launcher.build.beta.2', false],
  ['launcher.*.main', 'launcher.build.main', true],
  ['launcher.build', 'launcher.build.main', false],
  ['*', 'kernel.launcher.provider', false],
  ['*.*', 'kernel.provider', false],
  ['*.provider', 'kernel.provider', false],
  ['*.launcher.*', 'kernel.launcher.provider', false],
  ['*', 'kernel', false],
  ['*', 'kernels.provider', true],
  ['*', 'a.kernel', true],
]

test('a node matches exactly the permissions listed for it', () => {
  const found = MATCHES.map(([text, permission]) => matches(node(text), segmentsOf(permission)))

  assert.deepEqual(
    MATCHES.map(([text, permission], n) => [text, permission, found[n]]),
    MATCHES,
  )
})

test('an exact node is more specific than any node with a wildcard', () => {
  const lines = [
    ['a.b.c.d.e', '-v.w.x.y.z'],
    ['a.b.c', '-a.b.c', 'launcher.build.beta.2'],
    ['a.b', 'x.y'],
    ['a', '-a'],
    ['a.b.c.*', 'a.*.c.d', '-*.b.c.d'],
    ['a.b.*', 'launcher.build.*', '-a.*.c', '*.b.c'],
    ['a.b.*.*', '*.b.c.*', '-*.b.*.d'],
    ['a.*', '*.b'],
    ['a.*.*', '-*.b.*', '*.*.c'],
    ['*', '-*'],
    ['*.*'],
  ]
  const ranked = lines.flatMap((texts, line) => texts.map((text) => ({ text, line })))

  const wrong = ranked.flatMap((a) =>
    ranked
      .filter(
        (b) => Math.sign(bySpecificity(node(a.text), node(b.text))) !== Math.sign(a.line - b.line),
      )
      .map((b) => [a.text, b.text]),
  )

  assert.deepEqual(wrong, [])
})

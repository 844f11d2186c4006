import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyTool,
  type Selected,
  type Tool,
  withPicture,
} from '../src/pages/admin/content/markdown-edit.ts'

/** Parses a text in which two bars mark the selection: `one |two| three`. */
function read(marked: string): Selected {
  const [before = '', inner = '', after = ''] = marked.split('|')
  return { text: before + inner + after, start: before.length, end: before.length + inner.length }
}

function applied(marked: string, tool: Tool): string {
  const selected = read(marked)
  return shown(selected.text, applyTool(selected, tool, 'words'))
}

function shown(before: string, edit: ReturnType<typeof applyTool>): string {
  const text = before.slice(0, edit.from) + edit.insert + before.slice(edit.to)
  return `${text.slice(0, edit.start)}|${text.slice(edit.start, edit.end)}|${text.slice(edit.end)}`
}

const CASES: readonly [Tool, string, string][] = [
  ['bold', 'a |big| world', 'a **|big|** world'],
  ['bold', 'a **|big|** world', 'a |big| world'],
  ['bold', 'a || world', 'a **||** world'],
  ['italic', '|big|', '*|big|*'],
  ['italic', '*|big|*', '|big|'],
  ['italic', '**|big|**', '***|big|***'],
  ['code', 'run |npm|', 'run `|npm|`'],
  ['code', '|one\ntwo|', '```\n|one\ntwo|\n```'],
  ['heading', 'first\nse|c|ond', 'first\n## second||'],
  ['heading', '## se|c|ond', 'second||'],
  ['list', 'o|ne\ntw|o\nthree', '|- one\n- two|\nthree'],
  ['list', '|- one\n- two|', '|one\ntwo|'],
  ['list', '- one\n|two\nthree|', '- one\n|- two\n- three|'],
  ['quote', '||', '> ||'],
  ['insertLink', 'the |rules|', 'the [rules](|https://|)'],
  ['insertLink', 'see |https://a.example/b|', 'see [|words|](https://a.example/b)'],
  ['insertLink', 'see ||', 'see [|words|](https://)'],
]

for (const [tool, before, after] of CASES) {
  test(`${tool} makes ${JSON.stringify(before)} into ${JSON.stringify(after)}`, () => {
    assert.equal(applied(before, tool), after)
  })
}

const CASTLE = '![a castle](/pictures/a.webp)'

test('an inserted picture replaces the selected text', () => {
  const selected = read('one |two| three')

  const edit = withPicture(selected, CASTLE, 'a castle')

  assert.equal(shown(selected.text, edit), 'one ![|a castle|](/pictures/a.webp) three')
})

test('a picture is not inserted into the description of another picture', () => {
  for (const before of ['![|hill|](/b.webp) three', '<img src="/b.webp" alt="|hill|"> three']) {
    const selected = read(before)

    const edit = withPicture(selected, CASTLE, 'a castle')

    const whole = selected.text.replace(' three', '')
    assert.equal(shown(selected.text, edit), `${whole}\n![|a castle|](/pictures/a.webp) three`)
  }
})

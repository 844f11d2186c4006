import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT, readPages } from './documents.ts'

const SOURCES = [
  'packages/*/src/**/*.{ts,vue,css,proto}',
  'packages/*/test/**/*.ts',
  '{lab,scripts}/**/*.{ts,js,yaml,sh}',
]

type Line = { place: string; text: string }

const files = [...globSync(SOURCES, { cwd: ROOT }), ...readPages().map(({ path }) => path)]
const lines: Line[] = files.flatMap((path) =>
  readFileSync(join(ROOT, path), 'utf8')
    .split('\n')
    .map((text, index) => ({ place: `${path}:${index + 1}`, text })),
)
const anchors = new Map(
  readPages().map(({ path, headings }) => [path, headings.map(({ anchor }) => anchor)]),
)

/** Matches a page of this repository by its path from the root, and the heading it names. */
const CITED = /(?<![\w./-])((?:docs|packages)\/[\w./-]+\.md|[A-Z]{4,}\.md)(?:#([\p{L}\p{N}_-]+))?/gu

test('every page and heading that a comment cites exists', () => {
  const cited = lines.flatMap(({ place, text }) =>
    [...text.matchAll(CITED)].map(([, path = '', anchor]) => ({ place, path, anchor })),
  )
  const lost = cited.flatMap(({ place, path, anchor }) => faultOf(place, path, anchor) ?? [])

  assert.ok(cited.length > 100)
  assert.ok(lost.length === 0, lost.join('\n'))
})

function faultOf(place: string, path: string, anchor: string | undefined): string | undefined {
  if (!existsSync(join(ROOT, path)))
    return `${place}: there is no ${path}; name a page that is there`
  if (anchor === undefined || anchors.get(path)?.includes(anchor)) return undefined
  const headings = anchors.get(path)?.map((name) => `#${name}`)
  return `${place}: ${path} has no heading #${anchor}; name one of ${headings?.join(' ')}`
}

/** Matches the comment in a line. The later lines of a comment start with `*`. */
const COMMENT = /(?:^\s*(?:\/\*+|\*|<!--|#)|(?:^|\s)(?:\/\/|\/\*+))(?<comment>.*)$/

/** Matches citations of pages that are not in the repository: the name of the page, a comma and a heading. */
const UNREACHABLE =
  /(?:^|\()\s*(?:see )?(answers|contract|permissions|textures|launcher-module|security|pages|conventions),(?:\s|$)/

test('no comment cites a page outside the repository', () => {
  const faults = lines.flatMap(({ place, text }) => {
    const page = unreachableIn(text)
    return page === undefined ? [] : `${place}: "${page}, …" cannot be opened; ${WHAT_TO_DO}`
  })

  assert.ok(faults.length === 0, faults.join('\n'))
})

test('a citation of an outside page is found in comments but not in code', () => {
  const [page, code] = ['answers', 'assert.deepEqual(answers, [1])']
  const comments = [
    `/** Kept (${page}, Limits). */`,
    ` * for good (${page},`,
    `x() // ${page}, Limits`,
  ]

  assert.deepEqual(comments.map(unreachableIn), [page, page, page])
  assert.deepEqual([code, '// one of the answers, no more'].map(unreachableIn), [
    undefined,
    undefined,
  ])
})

function unreachableIn(line: string): string | undefined {
  return UNREACHABLE.exec(COMMENT.exec(line)?.groups?.comment ?? '')?.[1]
}

const WHAT_TO_DO =
  'name a heading, as docs/contract.md#limits (add what it lacks), or an RFC, or leave the source out'

import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const ROOT = join(import.meta.dirname, '../../../..')

/** A page of Markdown, parsed as far as the tests need. */
export type Page = {
  /** The path from the repository's root. */
  path: string
  headings: { level: number; anchor: string }[]
  blocks: { language: string; text: string }[]
  /** Text between backticks, outside code blocks. */
  spans: string[]
  /** Addresses of links as written, without `<…>`. */
  links: string[]
  tableRows: number
}

/** Reads all pages for people, including those of packages. */
export function readPages(): Page[] {
  const patterns = ['*.md', 'docs/**/*.md', 'packages/*/*.md']
  return globSync(patterns, { cwd: ROOT })
    .sort()
    .map((path) => readPage(path, readFileSync(join(ROOT, path), 'utf8')))
}

const BLOCK = /^ *```(\w*)\n([\s\S]*?)^ *```$/gm

export function readPage(path: string, markdown: string): Page {
  const prose = markdown.replaceAll(BLOCK, '')
  const words = prose.replaceAll(/`[^`]*`/g, '')
  return {
    path,
    headings: anchored(prose),
    blocks: [...markdown.matchAll(BLOCK)].map(([, language = '', text = '']) => ({
      language,
      text,
    })),
    spans: [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span.replaceAll('\\|', '|')),
    links: [...words.matchAll(/\]\(([^()\s]+)\)/g)].map(([, address = '']) => address),
    tableRows: prose.match(/^\|/gm)?.length ?? 0,
  }
}

/** Makes anchors as Git hosting sites do: a repeated heading gets a number. */
function anchored(prose: string): Page['headings'] {
  const seen = new Map<string, number>()
  return [...prose.matchAll(/^(#+) (.+)$/gm)].map(([, marks = '', title = '']) => {
    const name = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    const times = seen.get(name) ?? 0
    seen.set(name, times + 1)
    return { level: marks.length, anchor: times === 0 ? name : `${name}-${times}` }
  })
}

/** Resolves a relative link from the repository's root; undefined for a link to the web. */
export function targetOf(page: Page, link: string): { path: string; anchor: string } | undefined {
  if (/^[a-z]+:/.test(link)) return undefined
  const [file = '', anchor = ''] = link.split('#')
  const path = file === '' ? page.path : relative(ROOT, join(ROOT, dirname(page.path), file))
  return { path, anchor: decodeURIComponent(anchor) }
}

/** Splits a shell script into single commands, with lines joined and substitutions separate. */
export function shellCommands(text: string): string[] {
  return text
    .replaceAll(/\\\n\s*/g, ' ')
    .split(/\n| && | \|\| |; | \| |\$\(/)
    .map((command) => command.trim())
}

/** Splits a page into its sections of the second level, each with its heading. */
export function sectionsOf(path: string): string[] {
  return readFileSync(join(ROOT, path), 'utf8').split(/^(?=## )/m)
}

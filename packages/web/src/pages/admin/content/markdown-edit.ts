export type Tool = 'bold' | 'italic' | 'heading' | 'list' | 'insertLink' | 'quote' | 'code'

export type Selected = { text: string; start: number; end: number }

/** Replaces the characters from `from` to `to`, then selects from `start` to `end`. */
export type Edit = { from: number; to: number; insert: string; start: number; end: number }

const AROUND = { bold: '**', italic: '*', code: '`' } as const
const BEFORE = { heading: '## ', list: '- ', quote: '> ' } as const

/**
 * Applies a tool to the selection, or undoes it where it is already applied.
 * @param linkText the text of a link if nothing is selected
 */
export function applyTool(selected: Selected, tool: Tool, linkText: string): Edit {
  if (tool === 'insertLink') return link(selected, linkText)
  if (tool === 'heading' || tool === 'list' || tool === 'quote') {
    return lines(selected, BEFORE[tool])
  }
  const isBlock = tool === 'code' && textOf(selected).includes('\n')
  return isBlock ? surround(selected, '```\n', '\n```') : surround(selected, AROUND[tool])
}

/**
 * Inserts a picture at the selection and selects its description. If the selection is inside the markup of another
 * picture, the new one goes below it.
 * @param markup the markup of the picture; it contains `alt`
 */
export function withPicture({ text, start, end }: Selected, markup: string, alt: string): Edit {
  const around = [...text.matchAll(PICTURE)].find(
    (found) => found.index < start && start < found.index + found[0].length,
  )
  const after = around && around.index + around[0].length
  const [from, to, insert] =
    after === undefined ? [start, end, markup] : [after, after, `\n${markup}`]
  const at = from + insert.indexOf(alt)
  return { from, to, insert, start: at, end: at + alt.length }
}

const PICTURE = /!\[[^\]\n]*\]\([^)\n]*\)|<img[^>]*>/g

function textOf({ text, start, end }: Selected): string {
  return text.slice(start, end)
}

function surround(selected: Selected, before: string, after = before): Edit {
  const { text, start, end } = selected
  const inner = textOf(selected)
  const [from, to] = [start - before.length, end + after.length]
  const isAround = from >= 0 && text.slice(from, start) === before && text.slice(end, to) === after
  if (isAround && !isPartOf(text, from, before)) {
    return { from, to, insert: inner, start: from, end: from + inner.length }
  }
  return {
    from: start,
    to: end,
    insert: before + inner + after,
    start: start + before.length,
    end: end + before.length,
  }
}

/** Whether a single star belongs to the two stars of bold text. */
function isPartOf(text: string, at: number, mark: string): boolean {
  return mark === '*' && text[at - 1] === '*' && text[at - 2] !== '*'
}

function lines({ text, start, end }: Selected, mark: string): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const before = text.slice(from, to).split('\n')
  const isApplied = before.every((line) => line.startsWith(mark))
  const insert = before
    .map((line) =>
      isApplied ? line.slice(mark.length) : line.startsWith(mark) ? line : mark + line,
    )
    .join('\n')
  return {
    from,
    to,
    insert,
    start: from + (before.length > 1 ? 0 : insert.length),
    end: from + insert.length,
  }
}

const ADDRESS = /^https?:\/\/\S+$/

function link(selected: Selected, linkText: string): Edit {
  const { start, end } = selected
  const inner = textOf(selected)
  const [text, url] = ADDRESS.test(inner) ? [linkText, inner] : [inner || linkText, 'https://']
  const insert = `[${text}](${url})`
  const begin = ADDRESS.test(inner) || !inner ? start + 1 : start + text.length + 3
  const length = ADDRESS.test(inner) || !inner ? text.length : url.length
  return { from: start, to: end, insert, start: begin, end: begin + length }
}

/** Builds plain text. Spaces and line breaks are written only when a word follows. */
export type LineWriter = {
  /** Writes pending whitespace, then the text unchanged. */
  write(text: string): void
  /** Writes a text directly after the last word. Pending whitespace follows it. */
  append(text: string): void
  /** Makes one space or tab pending, unless the next word begins a line. */
  writePending(gap: ' ' | '\t'): void
  /** Makes the next word begin a line (1) or follow an empty line (2). */
  startLine(breaks: 1 | 2): void
  breakLine(): void
  bullet(text: string): void
  /** Returns the current position. `since` returns the text that was written after it, from its first word on. */
  mark(): number
  since(mark: number): string
  /** Returns the text, without trailing spaces and with at most one empty line in a row. */
  text(): string
}

export function newLineWriter(): LineWriter {
  const parts: string[] = [] // alternately whitespace and the text after it
  let breaks = 0
  let gap = ''
  let bullet = ''
  return {
    write(text) {
      const begins = parts.length === 0 || breaks > 0
      const pending = parts.length === 0 ? bullet : '\n'.repeat(breaks) + bullet
      parts.push(begins ? pending : gap, text)
      breaks = 0
      gap = ''
      if (begins) bullet = ''
    },
    append(text) {
      parts.push('', text)
    },
    writePending(requested) {
      if (gap !== '\t') gap = requested
    },
    startLine(requested) {
      breaks = Math.max(breaks, requested)
    },
    breakLine() {
      breaks += 1
    },
    bullet(text) {
      bullet = text
    },
    mark: () => parts.length,
    since: (mark) => parts.slice(mark + 1).join(''),
    text: () => tidy(parts.join('')),
  }
}

function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd())
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim()
}

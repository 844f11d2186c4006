/** Plain text as it grows. Spaces and line breaks are owed, and paid only before the next word. */
export type LineWriter = {
  /** Text as it is, after what is owed. */
  write(text: string): void
  /** Text right behind the last word; what is owed stays owed. */
  append(text: string): void
  /** One space before the next word, or a tab; nothing at the beginning of a line. */
  owe(gap: ' ' | '\t'): void
  /** The next word begins a line (1), or stands below an empty one (2). */
  startLine(breaks: 1 | 2): void
  /** A line break, as `<br>` has it: two of them leave an empty line. */
  breakLine(): void
  /** What the next word's line begins with. */
  bullet(text: string): void
  /** A place in the text, to ask later what was written after it, from the first word on. */
  mark(): number
  since(mark: number): string
  /** The whole text: no spaces at the end of a line, at most one empty line in a row. */
  text(): string
}

export function newLineWriter(): LineWriter {
  const parts: string[] = [] // in turns: what was owed, and the text after it
  let breaks = 0
  let gap = ''
  let bullet = ''
  return {
    write(text) {
      const begins = parts.length === 0 || breaks > 0
      const paid = parts.length === 0 ? bullet : '\n'.repeat(breaks) + bullet
      parts.push(begins ? paid : gap, text)
      breaks = 0
      gap = ''
      if (begins) bullet = ''
    },
    append(text) {
      parts.push('', text)
    },
    owe(wanted) {
      if (gap !== '\t') gap = wanted
    },
    startLine(wanted) {
      breaks = Math.max(breaks, wanted)
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

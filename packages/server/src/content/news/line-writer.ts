/** Builds plain text. Spaces and line breaks are owed, and written only before the next word. */
export type LineWriter = {
  /** Writes what is owed, then the text as it is. */
  write(text: string): void
  /** Writes text right after the last word; what is owed stays owed. */
  append(text: string): void
  /** Owes one space or tab before the next word, unless that word begins a line. */
  owe(gap: ' ' | '\t'): void
  /** Makes the next word begin a line (1) or stand below an empty line (2). */
  startLine(breaks: 1 | 2): void
  /** Breaks the line as `<br>` does: two breaks leave an empty line. */
  breakLine(): void
  /** Sets what the next word's line begins with. */
  bullet(text: string): void
  /**
   * Marks a place in the text; `since` then returns what was written after it, from its first word
   * on.
   */
  mark(): number
  since(mark: number): string
  /** Returns the whole text, without spaces at line ends or two empty lines in a row. */
  text(): string
}

export function newLineWriter(): LineWriter {
  const parts: string[] = [] // alternating: what was owed, then the text after it
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

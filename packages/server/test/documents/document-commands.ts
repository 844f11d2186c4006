import type { Command } from 'commander'

/** How the program is called in documents: by its short name, by npm, or by its file. */
const CALLS = [
  /^(?:[A-Z_]+=\S* )*(?:0 4 \* \* \* )?(?:\/usr\/local\/bin\/)?portal(?: (.*))?$/,
  /npm run -s portal -- (.*)$/,
  /bin\/portal\.js (?! )(.*)$/,
  /compose .*\brun .*\bportal ([a-z].*)$/,
]

/** The module for launcher servers has a console with commands of the same name (docs/launcher.md). */
const CONSOLE = ['user', 'forget', 'check']

/** What a command of a shell asks `portal` for; undefined when it asks something else. */
export function askedOf(command: string): string[] | undefined {
  for (const call of CALLS) {
    const [isCall, words = ''] = call.exec(command) ?? []
    if (isCall !== undefined) return wordsOf(words)
  }
  return undefined
}

/** Words as a shell parts them, up to where a file begins; of a choice in a table each is one. */
function wordsOf(line: string): string[] {
  const [command = ''] = line.split(/ [<>] | <</, 1)
  return [...command.matchAll(/(?:<[^>]*>|'[^']*'|"[^"]*"|[^\s|'"])+/g)].map(([word]) => word)
}

/** @returns what is wrong with these words for a command that knows its sub-commands and options. */
export function faultOf(command: Command, words: readonly string[]): string | undefined {
  const [first, ...rest] = words
  if (first === undefined || /^(--help|…|<command>|"\$@")$/.test(first)) return undefined
  if (command.name() === 'portal' && CONSOLE.includes(first)) return undefined
  if (command.commands.length > 0) {
    if (command.options.some(({ long }) => long === first)) return undefined
    const below = command.commands.find((candidate) => candidate.name() === first)
    return below ? faultOf(below, rest) : `${command.name()} has no command ${first}`
  }
  return faultOfLeaf(command, words)
}

function faultOfLeaf(command: Command, words: readonly string[]): string | undefined {
  const operands: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = (words[at] ?? '').replaceAll(/[[\]…]/g, '')
    if (!word.startsWith('--')) {
      operands.push(word)
      continue
    }
    const option = command.options.find(({ long }) => long === word)
    if (!option) return `${command.name()} has no option ${word}`
    if (option.required) at += 1
  }
  const most = command.registeredArguments.length
  return operands.length > most
    ? `${command.name()} takes ${most} words, not ${operands.join(' ')}`
    : undefined
}

import type { Command } from 'commander'

/** How documents call the program: by its short name, through npm, or by its file. */
const CALLS = [
  /^(?:[A-Z_]+=\S* )*(?:0 4 \* \* \* )?(?:\/usr\/local\/bin\/)?portal(?: (.*))?$/,
  /npm run -s portal -- (.*)$/,
  /bin\/portal\.js (?! )(.*)$/,
  /compose .*\brun .*\bportal ([a-z].*)$/,
]

/** Commands of the same name in the console of the launcher module (docs/launcher.md#console). */
const CONSOLE = ['user', 'forget', 'check']

/** Returns the arguments that a shell command passes to `portal`; undefined for any other program. */
export function askedOf(command: string): string[] | undefined {
  for (const call of CALLS) {
    const [isCall, words = ''] = call.exec(command) ?? []
    if (isCall !== undefined) return wordsOf(words)
  }
  return undefined
}

/** Splits words as a shell does, up to a redirection; each alternative in a table becomes a word. */
function wordsOf(line: string): string[] {
  const [command = ''] = line.split(/ [<>] | <</, 1)
  return [...command.matchAll(/(?:<[^>]*>|'[^']*'|"[^"]*"|[^\s|'"])+/g)].map(([word]) => word)
}

/** Returns what is wrong with the arguments of a command; undefined if its subcommands and options allow them. */
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

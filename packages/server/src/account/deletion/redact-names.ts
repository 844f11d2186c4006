/** What stands in the place of a name. */
const HIDDEN = '…'

/** Hides names and addresses in a text that somebody wrote, in any letter case. */
export function withoutNames(text: string, names: readonly string[]): string {
  return names
    .filter((name) => name !== '')
    .toSorted((one, other) => other.length - one.length) // an address before the name inside it
    .reduce((hidden, name) => hidden.replaceAll(patternOf(name), HIDDEN), text)
}

function patternOf(name: string): RegExp {
  return new RegExp(name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi')
}

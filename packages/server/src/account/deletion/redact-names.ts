const REDACTED = '…'

export function redactNames(text: string, names: readonly string[]): string {
  return names
    .filter((name) => name !== '')
    .toSorted((one, other) => other.length - one.length) // replace an address before a name that it contains
    .reduce((redacted, name) => redacted.replaceAll(patternOf(name), REDACTED), text)
}

function patternOf(name: string): RegExp {
  return new RegExp(name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi')
}

/** Returns the value of a date input for an instant, in the reader's time zone: `2030-03-05T14:07`. */
export function toLocalInput(instant: string): string {
  const at = new Date(instant)
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** Returns the instant of a date input. An invalid value is returned unchanged, for the site to refuse. */
export function fromLocalInput(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

/** Returns the name of the reader's time zone at an instant: `Moscow Standard Time (GMT+3)`. */
export function zoneName(language: string, at = new Date()): string {
  const named = (timeZoneName: 'long' | 'shortOffset'): string =>
    new Intl.DateTimeFormat(language, { timeZoneName })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [name, offset] = [named('long'), named('shortOffset')]
  return name === offset ? name : `${name} (${offset})`
}

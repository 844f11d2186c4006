/** `2030-03-05T14:07`, as a date input shows an instant in the reader's time zone. */
export function toLocalInput(instant: string): string {
  const at = new Date(instant)
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** The instant of a date input; text that is none is passed on, for the site to refuse. */
export function fromLocalInput(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

/** Decodes passlib's base64, with `.` for `+` and without padding. */
export function fromPasslib(text: string): Buffer {
  return Buffer.from(text.replaceAll('.', '+'), 'base64')
}

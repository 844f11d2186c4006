/** Decodes base64 as passlib writes it, with `.` for `+` and without padding. */
export function fromPasslib(text: string): Buffer {
  return Buffer.from(text.replaceAll('.', '+'), 'base64')
}

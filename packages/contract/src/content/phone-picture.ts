/**
 * Appends the address of the smaller version for phones to the address of a picture, after `#`. Programs that do not
 * know this form ignore it: `/pictures/<hash>.webp#/pictures/<hash>.webp`.
 */
export function withPhonePicture(wide: string, phone: string): string {
  return `${wide}#${phone}`
}

/** Returns the address of a picture, and the address of its version for phones (empty if there is none). */
export function splitPicture(address: string): { wide: string; phone: string } {
  const [wide = '', phone = ''] = address.split('#')
  return { wide, phone: /^\/pictures\/[\w.]+$/.test(phone) ? phone : '' }
}

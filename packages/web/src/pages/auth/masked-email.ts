/** `s•••e@example.org`: enough to see a slip of the pen, too little for who looks over a shoulder. */
export function maskedEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  const shown = local.length > 2 ? `${local[0]}•••${local.at(-1)}` : `${local[0] ?? ''}•••`
  return `${shown}@${domain}`
}

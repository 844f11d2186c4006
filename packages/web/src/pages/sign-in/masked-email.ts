/** Returns `s•••e@example.org`: enough to notice a typo, too little for an onlooker. */
export function maskedEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  const shown = local.length > 2 ? `${local[0]}•••${local.at(-1)}` : `${local[0] ?? ''}•••`
  return `${shown}@${domain}`
}

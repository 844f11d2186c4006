/**
 * Whether a text contains a secret. A numeric code must be a word of its own: its digits occasionally occur in a
 * duration or an id.
 */
export function containsSecret(secret: string, text: string): boolean {
  if (!/^\d+$/.test(secret)) return text.includes(secret)
  return new RegExp(`(?<![\\w.-])${secret}(?![\\w-])`).test(text)
}

/**
 * Tells whether a text contains a secret. The digits of a code have to stand alone: a few times in ten thousand
 * they are by chance among those of a duration or an id.
 */
export function stands(secret: string, text: string): boolean {
  if (!/^\d+$/.test(secret)) return text.includes(secret)
  return new RegExp(`(?<![\\w.-])${secret}(?![\\w-])`).test(text)
}

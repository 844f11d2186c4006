/**
 * Remembers what is made of a text. When more than `most` texts are known it forgets them all, because
 * `most` is far above what comes again.
 */
export function remembering<T extends object | string>(
  most: number,
  make: (text: string) => T,
): (text: string) => T {
  const made = new Map<string, T>()
  return (text) => {
    const known = made.get(text)
    if (known !== undefined) return known
    if (made.size >= most) made.clear()
    const value = make(text)
    made.set(text, value)
    return value
  }
}

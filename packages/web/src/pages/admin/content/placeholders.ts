/** Finds placeholders of a template: text in square brackets that is not a link. */
export function placeholdersOf(texts: readonly string[]): string[] {
  return [
    ...new Set(texts.flatMap((text) => text.match(/(?<!\])\[[^[\]\n]+\](?![([:])/g) ?? [])),
  ].filter((found) => !/^\[[ xX]\]$/.test(found))
}

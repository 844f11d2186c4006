/** Returns the wanted name, with the next free number if another key has that name. */
export function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted
  for (let number = 2; taken.includes(name); number += 1) name = `${wanted} ${number}`
  return name
}

export type BanReason = { en: string; ru: string }

/** Parses the setting `banReasons`: one reason per line, optionally in English and Russian with `|` between them. */
export function parseBanReasons(text: string): BanReason[] {
  const lines = [...new Set(text.split('\n').map((line) => line.trim()))]
  return lines.flatMap((line) => {
    const [first = '', ...rest] = line.split('|').map((part) => part.trim())
    const second = rest.join(' | ').trim()
    const en = first || second
    return en === '' ? [] : [{ en, ru: second || en }]
  })
}

export type BanReason = { en: string; ru: string }

/** Parses the setting `banReasons`. Each line is a reason; `|` may separate its English and Russian text. */
export function parseBanReasons(text: string): BanReason[] {
  const lines = [...new Set(text.split('\n').map((line) => line.trim()))]
  return lines.flatMap((line) => {
    const [first = '', ...rest] = line.split('|').map((part) => part.trim())
    const second = rest.join(' | ').trim()
    const en = first || second
    return en === '' ? [] : [{ en, ru: second || en }]
  })
}

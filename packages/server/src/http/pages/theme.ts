import { brandTokens } from '@portal/contract'
import { splitPicture } from '@portal/contract/phone-picture'

export const PHONE = '(max-width: 640px) and (orientation: portrait)'

/** Returns CSS that overrides packages/web/src/styles/tokens.css with the colors and pictures that the owner chose. */
export function themeCss(chosen: {
  accentColor: string
  secondColor: string
  logoUrl: string
  homePicture: string
}): string {
  const { logoUrl, homePicture } = chosen
  const { wide, phone } = splitPicture(homePicture)
  const pictures = {
    ...(logoUrl && {
      '--logo': `url("${logoUrl}")`,
      '--logo-display': 'block',
      '--mark-display': 'none',
    }),
    ...(homePicture && {
      '--picture': `url("${wide}")`,
      '--scene-display': 'none',
    }),
  }
  const { light, dark } = brandTokens(chosen)
  const day = ruleOf({ ...pictures, ...light })
  const night = ruleOf(
    Object.fromEntries(Object.entries(dark).filter(([name, value]) => light[name] !== value)),
  )
  const onPhones = phone && `@media ${PHONE} { :root { --picture: url("${phone}"); } }\n`
  return `${day}${onPhones}${night && `@media (prefers-color-scheme: dark) { ${night.trim()} }\n`}`
}

function ruleOf(tokens: Readonly<Record<string, string>>): string {
  const lines = Object.entries(tokens).map(([name, value]) => `${name}: ${value};`)
  return lines.length > 0 ? `:root { ${lines.join(' ')} }\n` : ''
}

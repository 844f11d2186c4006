import { brandTokens } from '@portal/contract/brand-tokens'

/** The brand that a preview draws before it is saved. */
export type PreviewedBrand = {
  siteName: string
  accentColor: string
  secondColor: string
  logoUrl: string
  homePicture: string
}

/** Returns the style properties of a site with this brand, in the light and in the dark theme. */
export function previewTokens({ accentColor, secondColor, logoUrl, homePicture }: PreviewedBrand) {
  const { light, dark } = brandTokens({
    accentColor: colorOf(accentColor),
    secondColor: colorOf(secondColor),
  })
  const pictures = {
    ...pictureTokens('--logo', logoUrl),
    '--logo-display': isPicture(logoUrl) ? 'block' : 'none',
    '--mark-display': isPicture(logoUrl) ? 'none' : 'block',
    ...pictureTokens('--picture', homePicture),
    '--scene-display': isPicture(homePicture) ? 'none' : 'block',
  }
  return { light: { ...pictures, ...light }, dark: { ...pictures, ...dark } }
}

/** Returns a complete color, such as `#1f6f5c`; empty for any other text, which stands for the default color. */
function colorOf(text: string): string {
  return /^#[0-9a-f]{6}$/i.test(text) ? text : ''
}

/**
 * Whether an address is a picture of this site or a whole https address: an address that is being typed is not
 * requested.
 */
function isPicture(address: string): boolean {
  return /^(\/(?!\/)|https:\/\/[^/]+\/.*\.(png|jpe?g|webp|svg)$)/i.test(address)
}

function pictureTokens(name: string, address: string) {
  return { [name]: isPicture(address) ? `url(${JSON.stringify(address)})` : 'initial' }
}

import type { App } from '../../app.ts'

export async function writeWebManifest(app: Pick<App, 'settings'>): Promise<Buffer> {
  const { siteName, iconUrl, logoUrl, accentColor, defaultLanguage } = await app.settings.read()
  const icon = iconUrl || logoUrl
  const own = icon ? [{ src: icon, sizes: 'any', purpose: 'any' }] : []
  const manifest = {
    id: '/account',
    name: siteName,
    short_name: siteName,
    lang: defaultLanguage,
    start_url: '/account',
    scope: '/',
    display: 'standalone',
    theme_color: accentColor || '#1f6f5c',
    background_color: '#f5f4f0',
    icons: [
      ...own,
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    ],
  }
  return Buffer.from(JSON.stringify(manifest))
}

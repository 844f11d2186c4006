import type { Needs } from '../deps.ts'

/** The headers of every answer, besides its `X-Request-Id`. */
export function commonHeaders({ config }: Pick<Needs, 'config'>): Readonly<Record<string, string>> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(config.publicUrl.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=31536000',
    }),
  }
}

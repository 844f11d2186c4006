import type { Locale } from '@portal/contract'
import type { FastifyRequest } from 'fastify'

/**
 * Returns the language of a response: the supported language that Accept-Language prefers (RFC 9110, 12.5.4), or
 * `fallback` if it accepts none.
 */
export function localeOf(request: Pick<FastifyRequest, 'headers'>, fallback: Locale): Locale {
  const header = request.headers['accept-language']
  if (!header) return fallback
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag = '', quality = 'q=1'] = part.split(';')
      const [, weight] = quality.split('=') // for a run of n spaces, a regular expression would need n² steps
      return { language: tag.trim().slice(0, 2).toLowerCase(), weight: Number(weight) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  const spoken = wanted.find(({ language }) => language === 'ru' || language === 'en')
  return spoken ? (spoken.language === 'ru' ? 'ru' : 'en') : fallback
}

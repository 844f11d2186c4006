import type { CheckResult } from './check.ts'
import { describeFailure } from './describe-failure.ts'
import type { FetchedResponse } from './fetch-url.ts'

type ResponseSeen = Pick<FetchedResponse, 'status' | 'headers' | 'text'>

/**
 * Explains an unexpected response at PUBLIC_URL by what is between this address and the site.
 * @param isRight whether the response is the expected one
 */
export function evaluateResponse(url: string, answer: ResponseSeen, isRight: boolean): CheckResult {
  if (isRight) return GOOD(url)
  const { status, headers, text } = answer
  const target = URL.parse(headers.get('location') ?? '', url)
  if (status >= 300 && status < 400 && target) return evaluateRedirect(new URL(url), target)
  const isPage =
    /html/.test(headers.get('content-type') ?? '') || /^\s*<(!doctype|html)/i.test(text)
  const isChallenge =
    headers.has('cf-mitigated') || /challenge-platform|Just a moment|ddos-guard/i.test(text)
  if (isChallenge) return CHALLENGED(url)
  if (status >= 502 && status <= 530) return NO_SITE_BEHIND(url, status)
  return isPage ? PAGE(url, status) : STRANGE(url, status)
}

function evaluateRedirect(asked: URL, target: URL): CheckResult {
  const isSameHost = asked.hostname === target.hostname
  const isHttps = asked.protocol === 'http:' && target.protocol === 'https:'
  return isSameHost && isHttps
    ? TO_HTTPS(target.origin)
    : REDIRECTED_AWAY(asked.href, target.origin)
}

export const NOT_REACHED = (url: string, why: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `${url} не отвечает: ${describeFailure(why).ru}`,
    en: `${url} does not respond: ${describeFailure(why).en}`,
  },
  advice: {
    ru: 'Проверьте, что сайт запущен, имя из PUBLIC_URL ведёт на этот сервер, порт открыт, а сертификат верен.',
    en: 'Check that the site is running, the name in PUBLIC_URL leads to this server, the port is open and the certificate is valid.',
  },
})

const GOOD = (url: string): CheckResult => ({
  state: 'good',
  detail: { ru: `${url} отвечает как положено.`, en: `${url} responds as expected.` },
})

const TO_HTTPS = (target: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `PUBLIC_URL начинается с http, а адрес перенаправляет на ${target}: игра и лаунчеры этого не поддерживают.`,
    en: `PUBLIC_URL starts with http, but the address redirects to ${target}: the game and launchers cannot handle that.`,
  },
  advice: { ru: `Задайте PUBLIC_URL=${target}`, en: `Set PUBLIC_URL=${target}` },
})

const REDIRECTED_AWAY = (url: string, target: string): CheckResult => ({
  state: 'bad',
  detail: { ru: `${url} перенаправляет на ${target}.`, en: `${url} redirects to ${target}.` },
  advice: {
    ru: 'Задайте в PUBLIC_URL адрес, который не перенаправляет, или уберите перенаправление в прокси.',
    en: 'Set PUBLIC_URL to an address that does not redirect, or remove the redirect from the proxy.',
  },
})

const CHALLENGED = (url: string): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `Вместо сайта по адресу ${url} отвечает проверка «вы человек?»: лаунчеры и игра её не проходят.`,
    en: `A "prove you are human" page responds at ${url} instead of the site: launchers and the game cannot pass it.`,
  },
  advice: {
    ru: 'В Cloudflare (или другой защите) отключите проверку для /auth/launcher/*, /textures/*, /csl/* и /health/*.',
    en: 'In Cloudflare (or another service that protects the site), skip the challenge for /auth/launcher/*, /textures/*, /csl/* and /health/*.',
  },
})

const NO_SITE_BEHIND = (url: string, status: number): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `${url}: прокси отвечает ${status}: он не может обратиться к сайту.`,
    en: `${url}: the proxy answers ${status}, because it cannot reach the site.`,
  },
  advice: {
    ru: 'Проверьте, запущен ли сайт и тот ли HOST и PORT указан в прокси.',
    en: 'Check whether the site is running, and whether the proxy uses the right HOST and PORT.',
  },
})

const PAGE = (url: string, status: number): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `По адресу ${url} отвечает чужая страница (HTTP ${status}).`,
    en: `A page of another site responds at ${url} (HTTP ${status}).`,
  },
  advice: {
    ru: 'PUBLIC_URL или DNS ведёт не туда: прокси должен отдавать этому сайту все пути.',
    en: 'PUBLIC_URL or DNS leads elsewhere: the proxy must pass every path to this site.',
  },
})

const STRANGE = (url: string, status: number): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `Ответ ${url} отличается от ответа сайта (HTTP ${status}).`,
    en: `The response of ${url} is not that of this site (HTTP ${status}).`,
  },
  advice: {
    ru: 'Проверьте, что прокси не меняет ответов и ведёт именно к этому сайту.',
    en: 'Make sure the proxy does not change responses and leads to this site.',
  },
})

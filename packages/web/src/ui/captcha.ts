import type { CaptchaAction } from '@portal/contract'
import { site } from '../site.ts'

/** `token` returns a new token at each call; `remove` removes the captcha from the page. */
export type CaptchaWidget = { token(): Promise<string>; remove(): void }

/**
 * Shows the captcha of the site's provider in an element (docs/contract.md#captcha-and-config). The provider's script
 * is the only third-party content of the pages, and is loaded only if keys are set.
 * @returns undefined if the site does not use a captcha
 */
export async function showCaptcha(
  element: HTMLElement,
  action: CaptchaAction,
): Promise<CaptchaWidget | undefined> {
  const captcha = site.value?.captcha
  if (!captcha) return undefined
  return providers[captcha.provider](element, captcha.siteKey, action)
}

type Provider = (element: HTMLElement, siteKey: string, action: string) => Promise<CaptchaWidget>

const providers: Record<'turnstile' | 'hcaptcha' | 'recaptcha', Provider> = {
  async turnstile(element, siteKey, action) {
    await loadScript('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit')
    return checkbox(globalThis.turnstile, element, { sitekey: siteKey, action })
  },
  async hcaptcha(element, siteKey) {
    await loadScript('https://js.hcaptcha.com/1/api.js?render=explicit')
    return checkbox(globalThis.hcaptcha, element, { sitekey: siteKey })
  },
  async recaptcha(_element, siteKey, action) {
    await loadScript(`https://www.google.com/recaptcha/api.js?render=${siteKey}`)
    const { grecaptcha } = globalThis
    await new Promise<void>((resolve) => grecaptcha.ready(resolve))
    return { token: () => grecaptcha.execute(siteKey, { action }), remove: () => undefined }
  },
}

type CheckboxApi = {
  render(element: HTMLElement, options: object): string
  reset(id: string): void
  remove(id: string): void
}

declare global {
  var turnstile: CheckboxApi
  var hcaptcha: CheckboxApi
  var grecaptcha: {
    ready(run: () => void): void
    execute(siteKey: string, options: { action: string }): Promise<string>
  }
}

/**
 * Shows the checkbox of Turnstile or hCaptcha. When the visitor ticks it, the provider returns a token that is valid
 * once.
 */
function checkbox(api: CheckboxApi, element: HTMLElement, options: object): CaptchaWidget {
  let solved = Promise.withResolvers<string>()
  const id = api.render(element, {
    ...options,
    callback: (token: string) => solved.resolve(token),
    'expired-callback': () => {
      solved = Promise.withResolvers()
    },
    'error-callback': () => {
      solved.promise.catch(() => undefined) // an unawaited rejection must not be reported
      solved.reject(new Error('the captcha has failed'))
      solved = Promise.withResolvers()
    },
  })
  return {
    async token() {
      const token = await solved.promise
      solved = Promise.withResolvers()
      api.reset(id)
      return token
    },
    remove: () => api.remove(id),
  }
}

const loaded = new Map<string, Promise<void>>()

function loadScript(url: string): Promise<void> {
  const known = loaded.get(url)
  if (known) return known
  const loading = new Promise<void>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: url, async: true })
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      loaded.delete(url) // a retry loads it again
      script.remove()
      reject(new Error('the captcha could not be loaded'))
    })
    document.head.append(script)
  })
  loaded.set(url, loading)
  return loading
}

import type { Words } from '@portal/contract'
import type { App } from '../../app.ts'
import { escapedXml } from '../../platform/text/escape-xml.ts'
import { logOut } from '../../sessions/close-sessions.ts'
import { isCsrfTokenOf } from '../../sessions/csrf-token.ts'
import { clearedSessionCookies } from '../../sessions/session-cookies.ts'
import { findBrowserSession } from '../browser-session.ts'
import { END_SESSION_PATH } from './configuration.ts'
import type { Client, Context, Provider } from './library.ts'
import { sendSitePage } from './page-reply.ts'
import { readForm } from './read-form.ts'
import { refreshCookieOf } from './site-sessions.ts'

type Deps = Pick<
  App,
  'db' | 'clock' | 'random' | 'config' | 'keys' | 'settings' | 'mailWorker' | 'events'
>

const TITLE: Words = { en: 'Sign out', ru: 'Выход' }
const QUESTION: Words = {
  en: 'A program or link wants to sign you out of this site in this browser.',
  ru: 'Программа или ссылка хочет завершить ваш сеанс на сайте в этом браузере.',
}
const CONFIRM: Words = { en: 'Sign out', ru: 'Выйти' }
const STAY: Words = { en: 'Stay signed in', ru: 'Остаться в аккаунте' }

/** Parameters of the request that the confirmation form sends again. */
const REPEATED = ['client_id', 'post_logout_redirect_uri', 'state'] as const

/**
 * Returns middleware for the logout that a client requests (RP-initiated logout). A valid ID token of the signed-in
 * player proves that the client may sign the player out. Any other request may come from another site, so the player
 * confirms it on a page, whose form repeats the CSRF cookie. A visitor who is not signed in is redirected back to the
 * client.
 */
export function endSessions(provider: Provider, app: Deps) {
  return async (ctx: Context, next: () => Promise<void>): Promise<void> => {
    if (ctx.path !== END_SESSION_PATH) return next()
    const params = (await readForm(ctx)) ?? new URLSearchParams(ctx.req.url?.split('?')[1])
    const token = params.get('id_token_hint') ?? ''
    const client = await provider.Client.find(params.get('client_id') ?? audienceOf(token))
    const address = returnAddress(client, params)
    const session = await findBrowserSession(app, refreshCookieOf(ctx))
    if (session) {
      const player = client && (await playerOf(provider, token, client))
      const isConfirmed =
        ctx.method === 'POST' &&
        (await isCsrfTokenOf(app.keys, session.id, params.get('csrf') ?? ''))
      if (player !== session.playerId && !isConfirmed) return askPlayer(app, ctx, params, address)
      const ip = String(ctx.req.headers['x-forwarded-for'] ?? '')
      await logOut(
        app,
        { refreshToken: undefined, sessionId: session.id },
        { ip, agent: '', deviceToken: undefined },
      )
      ctx.res.setHeader('Set-Cookie', clearedSessionCookies())
    }
    ctx.redirect(address)
    ctx.status = 303
  }
}

async function askPlayer(
  app: Deps,
  ctx: Context,
  params: URLSearchParams,
  address: string,
): Promise<void> {
  const csrf =
    /(?:^|; *)portal_csrf=([A-Za-z0-9_.-]+)/.exec(ctx.req.headers.cookie ?? '')?.[1] ?? ''
  const fields = [['csrf', csrf], ...REPEATED.map((name) => [name, params.get(name) ?? ''])]
  const inputs = fields
    .filter(([, value]) => value !== '')
    .map(
      ([name, value = '']) => `<input type="hidden" name="${name}" value="${escapedXml(value)}">`,
    )
  const { protocol, host } = new URL(address, app.config.publicUrl)
  await sendSitePage(app, ctx, {
    title: TITLE,
    // browsers apply form-action to the redirect after the form, too
    formAction: `'self' ${host === '' ? protocol : `${protocol}//${host}`}`,
    body: (locale) => `<p>${QUESTION[locale]}</p>
        <form method="post" action="${END_SESSION_PATH}">${inputs.join('')}<button>${CONFIRM[locale]}</button></form>
        <p><a href="/">${STAY[locale]}</a></p>`,
  })
}

/** Returns the audience in a token without verifying the token: `playerOf` verifies it. */
function audienceOf(token: string): string {
  try {
    return String(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).aud)
  } catch {
    return ''
  }
}

function returnAddress(client: Client | undefined, params: URLSearchParams): string {
  const uri = params.get('post_logout_redirect_uri') ?? ''
  if (!client?.portal_post_logout_uris.includes(uri)) return '/'
  const address = new URL(uri)
  const state = params.get('state')
  if (state !== null) address.searchParams.set('state', state)
  return address.href
}

async function playerOf(
  provider: Provider,
  token: string,
  client: Client,
): Promise<string | undefined> {
  try {
    return (await provider.IdToken.validate(token, client)).payload.sub
  } catch {
    return undefined
  }
}

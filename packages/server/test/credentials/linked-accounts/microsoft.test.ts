import assert from 'node:assert/strict'
import { decodeJwt, SignJWT } from 'jose'
import { outcome } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { CLIENT, type Issuer, openIssuer, privateKey } from './issuer.ts'
import { type Outside, sqliteOutsideTest } from './outside.ts'
import { answerIn, beginLink, finishLink, ownerWithProvider } from './with-identity.ts'

const HOST = 'https://login.microsoftonline.com'
const TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'
const MICROSOFT = {
  slug: 'microsoft',
  kind: 'microsoft',
  name: 'Microsoft',
  ...CLIENT,
  trusted: false,
  enabled: true,
}

/**
 * Makes an issuer respond like Microsoft's for several tenants: documents below the tenant, a
 * template as issuer, and the player's tenant in each token.
 */
function imitateMicrosoft(outside: Outside, issuer: Issuer, claims: object, tenant = 'common') {
  outside.intercept(async (url, answer) => {
    if (url.pathname === `/${tenant}/v2.0/.well-known/openid-configuration`) {
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': url.host }
      const own = await fetch(`${issuer.url}/.well-known/openid-configuration`, { headers })
      const { authorization_response_iss_parameter_supported: _, ...document } = Object(
        await own.json(),
      )
      return Response.json({ ...document, issuer: `${HOST}/{tenantid}/v2.0` })
    }
    if (url.pathname !== '/token') return answer
    const body = Object(await answer.json())
    const told = { tid: TENANT, iss: `${HOST}/${TENANT}/v2.0`, ...claims }
    const changed = { ...decodeJwt(body.id_token), ...told }
    const header = { alg: 'RS256', kid: 'a' }
    const id_token = await new SignJWT(changed).setProtectedHeader(header).sign(privateKey)
    return Response.json({ ...body, id_token })
  })
}

async function linkSteve(site: Site, issuer: Issuer) {
  await ownerWithProvider(site, MICROSOFT)
  const steve = await site.player('Steve')
  const { body } = await beginLink(steve, 'microsoft')
  const back = await issuer.visit(body.url, 'steve')
  back.searchParams.delete('iss') // Microsoft sends none
  return { ...steve, reply: await finishLink(steve, back, 'microsoft') }
}

const REDIRECT = 'http://localhost:8080/linked/microsoft'

sqliteOutsideTest(
  'Microsoft: an account of any tenant is linked and signs in',
  async (site, outside) => {
    await using issuer = await openIssuer(outside, REDIRECT, HOST)
    imitateMicrosoft(outside, issuer, {})
    const steve = await linkSteve(site, issuer)

    const browser = site.browser()
    const { body } = await browser.post('/auth/identity/microsoft/options')
    const back = await issuer.visit(body.url, 'steve')
    back.searchParams.delete('iss')
    const reply = await browser.post('/auth/identity/microsoft/login', answerIn(back))

    assert.deepEqual([steve.reply, reply].map(outcome), ['200', '200'])
    assert.equal(reply.body.signedIn.user.uuid, steve.id)
  },
)

const LIES = {
  'whose tenant is not its issuer’s tenant': { tid: 'other' },
  'without a tenant': { tid: undefined },
  'whose issuer still contains {tenantid}': { iss: `${HOST}/{tenantid}/v2.0` },
}

for (const [what, claims] of Object.entries(LIES)) {
  sqliteOutsideTest(`Microsoft: a token ${what} is refused`, async (site, outside) => {
    await using issuer = await openIssuer(outside, REDIRECT, HOST)
    imitateMicrosoft(outside, issuer, claims)

    const { reply } = await linkSteve(site, issuer)

    assert.equal(outcome(reply), '400 identity.wrong')
  })
}

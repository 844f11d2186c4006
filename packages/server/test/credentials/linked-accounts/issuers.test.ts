import assert from 'node:assert/strict'
import { outcome } from '../../support/browser.ts'
import { openIssuer } from './issuer.ts'
import { sqliteOutsideTest } from './outside.ts'
import {
  addProvider,
  answerIn,
  FORUM,
  ownerWithProvider,
  playerWithIdentity,
} from './with-identity.ts'

const WIKI = 'https://wiki.example.org'

sqliteOutsideTest(
  'an account id linked at one provider does not sign in at another',
  async (site, outside) => {
    await using forum = await openIssuer(outside)
    await using wiki = await openIssuer(outside, 'http://localhost:8080/linked/wiki', WIKI)
    const notch = await ownerWithProvider(site)
    await addProvider(notch, { ...FORUM, slug: 'wiki', name: 'Wiki', issuer: WIKI })
    await playerWithIdentity(site, forum)

    const browser = site.browser()
    const { body } = await browser.post('/auth/identity/wiki/options')
    const back = await wiki.visit(body.url, 'steve')
    const reply = await browser.post('/auth/identity/wiki/login', answerIn(back))

    assert.equal(outcome(reply), '403 identity.notlinked')
  },
)

sqliteOutsideTest(
  'a provider whose discovery document names another issuer is unavailable',
  async (site, outside) => {
    await using _issuer = await openIssuer(outside)
    await ownerWithProvider(site)
    outside.intercept(async (_url, answer) =>
      Response.json({ ...Object(await answer.json()), issuer: WIKI }),
    )

    const reply = await site.browser().post('/auth/identity/forum/options')

    assert.equal(outcome(reply), '503 identity.unavailable')
  },
)

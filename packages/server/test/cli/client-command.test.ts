import assert from 'node:assert/strict'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { replaceSecret } from '../../src/openid/clients/change-client.ts'
import { DAY } from '../../src/platform/clock.ts'
import { authorize, basic, exchange, newRelyingParty, post } from '../openid/relying-party.ts'
import { siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { command, json, REFUSED, WRONG_USAGE } from './command.ts'

const URI = 'https://forum.example.org/callback'

siteTest(
  'an OpenID client created by command signs players in on the running site',
  async (site) => {
    const steve = await site.player('Steve')
    const before = await site.browser().get('/.well-known/openid-configuration')

    const created = await json(site, ['client', 'create', 'Forum', '--redirect-uri', URI])
    site.wait(3000)
    const code = (await authorize(steve, created)).get('code') ?? ''
    const tokens = await exchange(site, created, code)
    const listed = await command(site, ['client', 'list'])
    const shown = await json(site, ['client', 'show', created.clientId])

    assert.equal(before.status, 404)
    assert.deepEqual(Object.keys(created), ['clientId', 'clientSecret'])
    assert.equal(tokens.status, 200, tokens.text)
    assert.equal(`${listed.stdout}${JSON.stringify(shown)}`.includes(created.clientSecret), false)
    assert.deepEqual(
      [shown.name, shown.scopes, shown.pkce, shown.trusted, shown.author],
      ['Forum', ['openid', 'profile'], true, false, 'command'],
    )
  },
)

siteTest('the command line never reads the ID of a client as an option', async (site) => {
  const random = { bytes: (count: number) => Buffer.alloc(count, 0xfb) } // begins with `-` in base64url
  const { clientId } = await newRelyingParty({ app: { ...site.app, random } })

  const shown = await json(site, ['client', 'show', clientId])

  assert.equal(shown.name, 'Forum')
})

sqliteTest('a client’s old secret works for seven days after its replacement', async (site) => {
  const old = await json(site, ['client', 'create', 'Forum', '--redirect-uri', URI])
  const changed = await json(site, ['client', 'change', old.clientId, '--new-secret'])
  const newer = await replaceSecret(site.app, COMMAND_LINE, old.clientId)
  const works = async (clientSecret: string) => {
    const client = { clientId: old.clientId, clientSecret }
    const { body } = await post(site, '/oidc/token/introspection', { token: 'x' }, basic(client))
    return body.active === false
  }

  const during = [await works(changed.clientSecret), await works(newer.secret)]
  site.wait(7 * DAY)
  const after = [await works(changed.clientSecret), await works(newer.secret)]
  const others = [await works(old.clientSecret), await works('wrong')]

  assert.deepEqual(
    [during, after, others],
    [
      [true, true],
      [false, true],
      [false, false],
    ],
  )
})

sqliteTest('the tokens of a client revoked by command stop working immediately', async (site) => {
  const client = await json(site, ['client', 'create', 'Forum', '--redirect-uri', URI])
  const steve = await site.player('Steve')
  const code = (await authorize(steve, client)).get('code') ?? ''
  const { body } = await exchange(site, client, code)
  const details = ['--name', 'Wiki', '--permission', 'wiki.read', '--trusted', '--no-pkce']

  const changed = await json(site, ['client', 'change', client.clientId, ...details])
  const admitted = await json(site, ['client', 'change', client.clientId, '--permission', ''])
  const revoked = await json(site, ['client', 'revoke', client.clientId])
  const after = await site
    .browser()
    .get('/oidc/me', { authorization: `Bearer ${body.access_token}` })
  const again = await command(site, ['client', 'revoke', client.clientId])

  assert.deepEqual(
    [changed.name, changed.permission, changed.trusted, changed.pkce, admitted.permission],
    ['Wiki', 'wiki.read', true, false, null],
  )
  assert.deepEqual([revoked.done, after.status, again.code], ['revoked', 401, REFUSED])
})

sqliteTest('client commands refuse invalid values', async (site) => {
  const create = (...args: string[]) => command(site, ['client', 'create', 'Forum', ...args])

  const missing = await create()
  const insecure = await create('--redirect-uri', 'http://forum.example.org/cb')
  const scope = await create('--redirect-uri', URI, '--scope', 'openid everything')
  const form = await create('--redirect-uri', URI, '--access-token', 'xml')
  const nothing = await command(site, ['client', 'change', 'unknown'])
  const unknown = await command(site, ['client', 'show', 'unknown'])

  assert.deepEqual(
    [missing, insecure, scope, form, nothing, unknown].map(({ code }) => code),
    [WRONG_USAGE, REFUSED, WRONG_USAGE, WRONG_USAGE, WRONG_USAGE, REFUSED],
  )
  assert.match(unknown.stderr, /no such application/)
})

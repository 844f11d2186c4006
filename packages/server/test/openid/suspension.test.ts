import assert from 'node:assert/strict'
import { banPlayer } from '../../src/admin/bans/ban-player.ts'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { setPasswordChangeRequired } from '../../src/players/player-store.ts'
import { publishRequiredPage } from '../account/consent/rules.ts'
import { giveRole } from '../support/administrator.ts'
import { bearer } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openOwner } from '../support/staff.ts'
import {
  authorize,
  authorizeUrl,
  exchange,
  follow,
  newRelyingParty,
  refreshTokens,
  userinfo,
} from './relying-party.ts'

type State = {
  /** The reason why a player cannot sign in to other programs, for the name of the test. */
  what: string
  /** The refusal that the page of a sign-in request gets. */
  refusal: string
  permission?: string
  begin(site: Site, playerId: string): Promise<unknown>
  /** Ends the state. Absent for a state that closes the session. */
  end?(site: Site, playerId: string): Promise<unknown>
}

const giveWiki = (site: Site, id: string) =>
  giveRole(site, id, { id: 'reader', permissions: ['wiki.read'] })

const STATES: readonly State[] = [
  {
    what: 'a lost permission',
    refusal: '403 openid.notallowed',
    permission: 'wiki.read',
    begin: (site, id) => deleteRoles(site, id),
    end: (site, id) =>
      site.app.db.insertInto('player_role').values({ player_id: id, role_id: 'reader' }).execute(),
  },
  {
    what: 'an unconfirmed address',
    refusal: '403 auth.usernotactivated',
    begin: (site, id) => setActivated(site, id, null),
    end: (site, id) => setActivated(site, id, site.now()),
  },
  {
    what: 'a required password change',
    refusal: '403 auth.passwordchangerequired',
    begin: (site, id) => setPasswordChangeRequired(site.app.db, id, site.now()),
    end: (site, id) =>
      site.app.db
        .updateTable('player')
        .set({ password_change_required_at: null })
        .where('id', '=', id)
        .execute(),
  },
  {
    what: 'a newly required consent',
    refusal: '403 auth.consentrequired',
    begin: async (site) => publishRequiredPage(await openOwner(site)),
    end: (site) => site.app.db.deleteFrom('page_demand').execute(),
  },
  {
    what: 'a ban during an open session',
    refusal: '403 auth.userblocked',
    begin: (site, id) =>
      site.app.db
        .insertInto('ban')
        .values({
          id: 'ban',
          player_id: id,
          reason: 'griefing',
          author: 'command',
          created_at: site.now(),
          expires_at: null,
          lifted_at: null,
          lifted_by: null,
        })
        .execute(),
    end: (site) => site.app.db.deleteFrom('ban').execute(),
  },
  {
    what: 'a ban',
    refusal: '401 auth.unauthorized',
    begin: (site, id) =>
      banPlayer(site.app, COMMAND_LINE, id, { reason: 'griefing', expiresAt: null }),
  },
]

for (const { what, refusal, permission = null, begin, end } of STATES) {
  for (const accessToken of ['opaque', 'jwt'] as const) {
    sqliteTest(
      `${what} stops sign-ins, refreshes and userinfo (${accessToken} access tokens)`,
      async (site) => {
        const client = await newRelyingParty(site, { permission, accessToken })
        const steve = await site.player('Steve')
        await giveWiki(site, steve.id)
        const code = async () =>
          (await authorize(steve, client, { scope: 'openid profile offline_access' })).get(
            'code',
          ) ?? ''
        const { body } = await exchange(site, client, await code())
        const unused = await code()
        const usable = await userinfo(site, body.access_token)

        await begin(site, steve.id)
        const page = await follow(steve.browser, authorizeUrl(client))
        const own = bearer(steve.accessToken)
        const agreed = await steve.browser.post(`${page.pathname}/request`, undefined, own)
        const silent = await follow(steve.browser, authorizeUrl(client, { prompt: 'none' }))
        const refused = [
          await exchange(site, client, unused),
          await refreshTokens(site, client, body.refresh_token),
          await userinfo(site, body.access_token),
        ]
        await end?.(site, steve.id)
        const after = await userinfo(site, body.access_token)

        assert.equal(usable.status, 200)
        assert.equal(`${agreed.status} ${agreed.body.error}`, refusal)
        assert.equal(silent.searchParams.get('error'), 'login_required')
        assert.deepEqual(
          refused.map(({ status, body: { error } }) => [status, error]),
          [
            [400, 'invalid_grant'],
            [400, 'invalid_grant'],
            [401, 'invalid_token'],
          ],
        )
        assert.equal(after.status, end ? 200 : 401)
      },
    )
  }
}

function deleteRoles(site: Site, id: string): Promise<unknown> {
  return site.app.db.deleteFrom('player_role').where('player_id', '=', id).execute()
}

function setActivated(site: Site, id: string, at: number | null): Promise<unknown> {
  return site.app.db.updateTable('player').set({ activated_at: at }).where('id', '=', id).execute()
}

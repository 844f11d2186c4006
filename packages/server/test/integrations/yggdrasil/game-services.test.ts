import assert from 'node:assert/strict'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openGame, openSteve, waitForKey } from './game-player.ts'

const URL_OF_SITE = 'https://play.example.org:8443'

sqliteTest(
  'a game of version 26.3 finds every service of the site in one document',
  async (site) => {
    const { bareId, signedIn, browser } = await openSteve(site)
    await waitForKey(site)
    const game = openGame(site)

    const { environment, product, discovery } = (await game.ask('minecraft/client')).body
    const { authentication, session, player, profiles, telemetry } = discovery
    const pathOf = ({ uri }: { uri: string }) => uri.replace(`${URL_OF_SITE}/yggdrasil/`, '')
    const { getManyByName, getByName, getTexture } = profiles.endpoints
    const headers = { authorization: `Bearer ${signedIn.body.accessToken}` }
    const asked = (one: { uri: string }) => browser.get(`/yggdrasil/${pathOf(one)}`, headers)
    await game.send(pathOf(session.endpoints.join), {
      accessToken: signedIn.body.accessToken,
      selectedProfile: bareId,
      serverId: 'a-server',
    })

    const replies = {
      keys: await asked(authentication.endpoints.getPublicKeys),
      profile: await game.ask(
        pathOf(session.endpoints.getProfileById).replace('{profileId}', bareId),
      ),
      joined: await game.ask(
        `${pathOf(session.endpoints.verify)}?username=Steve&serverId=a-server`,
      ),
      attributes: await asked(player.endpoints.getAttributes),
      blocked: await asked(player.endpoints.getBlocklist),
      certificate: await browser.post(
        `/yggdrasil/${pathOf(player.endpoints.getCertificates)}`,
        undefined,
        headers,
      ),
      named: await game.send(pathOf(getManyByName), ['Steve']),
      name: await game.ask(pathOf(getByName).replace('{name}', 'Steve')),
      injected: await game.ask('api/users/profiles/minecraft/Steve'),
    }
    const missing = [
      await asked(player.endpoints.getFriends),
      await asked(telemetry.endpoints.sendEvents),
    ]

    assert.deepEqual([environment, product], ['prod', 'minecraft'])
    assert.deepEqual(
      Object.entries(replies).filter(([, { status }]) => status !== 200),
      [],
    )
    assert.equal(replies.joined.body.id, bareId)
    assert.deepEqual(replies.injected.body, replies.name.body)
    assert.deepEqual(
      missing.map(({ status }) => status),
      [404, 404],
    )
    assert.deepEqual(getTexture, { validUris: [`${URL_OF_SITE}/textures/{textureId}`] })
  },
  { env: { PUBLIC_URL: URL_OF_SITE } },
)

import assert from 'node:assert/strict'
import { SERVER, STEVE, TOKEN, VIP } from '../integrations/discord/discord-server.ts'
import {
  addRank,
  discordTest,
  giveVip,
  linkedPlayer,
} from '../integrations/discord/discord-site.ts'
import { waitUntil } from '../support/wait-until.ts'
import { command, json, REFUSED, WRONG_USAGE } from './command.ts'

discordTest(
  'Discord roles mapped by command follow the ranks on the running site',
  async (site, discord) => {
    await site.app.discordRoles.start()
    await addRank(site, 'vip')
    const on = await json(site, ['discord', 'set', '--server', SERVER, '--token-stdin'], TOKEN)
    const mapped = await json(site, ['discord', 'map', '--group', 'vip', VIP.id])

    const steve = await linkedPlayer(site, discord)
    await giveVip(site, steve)
    await waitUntil(() => discord.rolesOf(STEVE).includes(VIP.id))

    assert.deepEqual(on, { server: SERVER, done: 'on' })
    assert.deepEqual(mapped, { kind: 'group', id: 'vip', discordRole: VIP.id, done: 'mapped' })
    const status = await json(site, ['discord', 'status'])
    assert.deepEqual(
      { enabled: status.enabled, problem: status.problem, mapping: status.mappings[0] },
      {
        enabled: true,
        problem: null,
        mapping: {
          kind: 'group',
          id: 'vip',
          discordRole: VIP.id,
          name: 'VIP',
          discordName: 'VIP',
          problem: null,
        },
      },
    )
  },
)

discordTest(
  'discord status names the mapped roles that are above the bot',
  async (site, discord) => {
    await addRank(site, 'vip')
    await addRank(site, 'helper', 'role')
    await json(site, ['discord', 'set', '--server', SERVER, '--token-stdin'], TOKEN)
    await json(site, ['discord', 'map', '--group', 'vip', VIP.id])
    await json(site, ['discord', 'map', '--role', 'helper', VIP.id])
    discord.moveRole(VIP.id, 20)

    const { stdout } = await command(site, ['discord', 'status'])
    const unmapped = await json(site, ['discord', 'unmap', '--role', 'helper'])
    const rest = await json(site, ['discord', 'unmap', VIP.id])
    const off = await json(site, ['discord', 'set', '--disable'])
    const { mappings, enabled } = await json(site, ['discord', 'status'])

    assert.match(stdout, /helper.*above\n.*vip.*above/)
    assert.deepEqual([unmapped, rest], [{ unmapped: 1 }, { unmapped: 1 }])
    assert.equal(off.done, 'off')
    assert.deepEqual([mappings, enabled], [[], false])
  },
)

discordTest('Discord commands refuse wrong arguments and unknown ranks', async (site) => {
  const ended = [
    await command(site, ['discord', 'map', VIP.id]),
    await command(site, ['discord', 'map', '--group', 'vip', 'VIP']),
    await command(site, ['discord', 'unmap']),
    await command(site, ['discord', 'set']),
    await command(site, ['discord', 'map', '--group', 'nobody', VIP.id]),
    await command(site, ['discord', 'set', '--server', SERVER]),
  ]

  const codes = ended.map(({ code }) => code)
  assert.deepEqual(codes, [WRONG_USAGE, WRONG_USAGE, WRONG_USAGE, WRONG_USAGE, REFUSED, REFUSED])
})
